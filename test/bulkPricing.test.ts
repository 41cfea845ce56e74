import { expect, test } from 'vitest'
import { startApp } from './app.ts'

test('the price grid answers a page of 100 with the seven prices as text, filtered, searched and sorted', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const list = async (query = '') => (await app.get(`/api/bulk-pricing/routes${query}`, staff)).body
  const first = await list()
  expect(first).toMatchObject({ page: 1, totalPages: 3, totalRoutes: 273 })
  expect(first.routes).toHaveLength(100)
  expect(first.routes[0]).toMatchObject({
    departure: 'Aeroporto Bari',
    transferType: 'Privato',
    priceMin2Pax: null,
    price1to3Pax: expect.stringMatching(/^\d+$/),
    pricePremium4to7Pax: null,
  })
  expect((await list('?page=3')).routes).toHaveLength(73)
  const [place] = await app.sql`select id from locations where name = 'Aeroporto Bari'`
  expect(await list(`?departure=${place?.id}`)).toMatchObject({ totalRoutes: 64 })
  expect(await list(`?kind=${first.routes[0].transferTypeId}`)).toMatchObject({ totalRoutes: 64 })
  expect(await list('?missing=prices')).toMatchObject({ totalRoutes: 0, totalPages: 1, routes: [] })
  expect(await list('?missing=priceMin2Pax')).toMatchObject({ totalRoutes: 64 })
  expect(await list('?search=gallipoli&limit=1')).toMatchObject({ routes: [{ destination: 'Gallipoli' }] })
  const dear = (await list('?sort=-price1to3Pax')).routes.map((row: { price1to3Pax: string }) =>
    Number(row.price1to3Pax),
  )
  expect(dear).toEqual([...dear].sort((one, other) => other - one))
  for (const query of ['?sort=slug', '?missing=slug', '?limit=501', '?departure=x'])
    expect((await app.get(`/api/bulk-pricing/routes${query}`, staff)).status).toBe(422)
})

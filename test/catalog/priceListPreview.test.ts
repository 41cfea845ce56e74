import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../src/kernel/romanDay.ts'
import type { ListRoutePreview } from '../../src/modules/catalog/priceLists/contract.ts'
import { eventually, startApp } from '../app.ts'
import { given } from '../given.ts'

test('the preview of a list shows for a route the prices of its days for each party, as visitors see them after planning', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const [route] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const rule = { departure: 4, fields: ['price1to3Pax', 'priceMin2Pax'], percent: '15', roundTo: '5' }
  const preview = async (id: number) => {
    const address = `/api/admin/price-lists/preview/routes/${id}`
    return app.post<ListRoutePreview>(address, rule, staff)
  }
  const { status, body } = await preview(route.id)
  expect(status).toBe(200)
  expect(body.prices).toMatchObject([
    { field: 'priceMin2Pax', base: '40', list: '45' },
    { field: 'price3to4Pax', base: '110', list: '110' },
    {},
    { field: 'price1to3Pax', base: '110', list: '125' },
    {},
    {},
    {},
  ])
  const day = dayAfter(romanDay(new Date()), 30)
  const offersOn = async (passengers: number, on: string) => {
    const query = { from: 'Aeroporto Brindisi', to: 'Gallipoli', passengers: `${passengers}`, day: on }
    const { offers } = (await app.get(`/api/fares?${new URLSearchParams(query)}`)).body
    return offers.map(({ vehicle, total }: { vehicle: string; total: string }) => ({ vehicle, total }))
  }
  expect(body.parties.map(({ passengers }) => passengers)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const before = body.parties.map(({ base }) => base)
  expect(await Promise.all(body.parties.map(({ passengers }) => offersOn(passengers, day)))).toEqual(before)

  const made = await app.post('/api/admin/price-lists', { ...rule, name: 'Estate', startsOn: day }, staff)
  expect(made.status).toBe(201)
  await eventually(async () =>
    expect(await Promise.all(body.parties.map(({ passengers }) => offersOn(passengers, day)))).toEqual(
      body.parties.map(({ list }) => list),
    ),
  )
  expect((await preview(999_999)).status).toBe(404)
})

test('the preview of a list treats a return that follows its outbound as the outbound', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await given.route(app)
  const [back] = await app.sql<[{ id: number; from: number }]>`
    update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'
    returning id, departure_location_id as "from"`
  const changed = async (departure: number) => {
    const rule = { departure, fields: ['price1to3Pax'], percent: '10' }
    const { changes } = (await app.post('/api/admin/price-lists/preview', rule, staff)).body
    return changes.filter(({ id }: { id: number }) => id === back.id).length
  }
  expect([await changed(4), await changed(back.from)]).toEqual([1, 0])
})

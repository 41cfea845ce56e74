import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../src/kernel/romanDay.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import { eventually, startApp } from '../app.ts'
import { given } from '../given.ts'

test('the price grid shows a day’s prices and their lists as visitors see them, next to unchanged base prices', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await given.route(app)
  await app.sql`update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'`
  const startsOn = dayAfter(romanDay(new Date()), 10)
  const before = dayAfter(startsOn, -1)
  const list = { departure: 4, startsOn, fields: ['price1to3Pax', 'price4to8Pax'] }
  const summer = { ...list, name: 'Estate', percent: '15', roundTo: '5' }
  expect((await app.post('/api/admin/price-lists', summer, staff)).status).toBe(201)
  const weekend = {
    ...list,
    name: 'Sempre',
    overlay: 'weekdays',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    amount: '7',
  }
  expect((await app.post('/api/admin/price-lists', weekend, staff)).status).toBe(201)
  const rows = async (day: string): Promise<PricedRoute[]> => {
    const { status, body } = await app.get(
      `/api/bulk-pricing/routes?search=gallipoli-aeroporto-brindisi&day=${day}`,
      staff,
    )
    expect(status).toBe(200)
    const outbound = await app.get(
      `/api/bulk-pricing/routes?search=aeroporto-brindisi-gallipoli&day=${day}`,
      staff,
    )
    return [...body.routes, ...outbound.body.routes]
  }
  const guest = async (day: string) =>
    (await app.get(`/api/transfer-routes/gallipoli-aeroporto-brindisi?day=${day}`)).body
  await eventually(async () => {
    for (const { price1to3Pax, onDay } of await rows(startsOn))
      expect([price1to3Pax, onDay]).toMatchObject([
        '110',
        // The list “Sempre” does not apply, because staff have not switched on lists for days of the week.
        { price1to3Pax: '125', price4to8Pax: '150', lists: ['Estate'] },
      ])
  })
  expect(await guest(startsOn)).toMatchObject({ price1to3Pax: '125', price4to8Pax: '150' })
  for (const { onDay } of await rows(before))
    expect(onDay).toMatchObject({ price1to3Pax: '110', price4to8Pax: '130', lists: [] })
  // No shared ride leaves from Gallipoli.
  expect((await rows(before)).map(({ departure, onDay }) => [departure, onDay?.priceMin2Pax])).toEqual([
    ['Gallipoli', null],
    ['Aeroporto Brindisi', '40'],
  ])

  const path = '/api/admin/fare-settings'
  const { body: settings } = await app.get(path, staff)
  expect((await app.send('PUT', path, { ...settings, weekdays: true }, staff)).status).toBe(200)
  await eventually(async () => {
    for (const { onDay } of await rows(startsOn))
      expect(onDay).toMatchObject({ price1to3Pax: '132', lists: ['Estate', 'Sempre'] })
  })
  expect(await guest(startsOn)).toMatchObject({ price1to3Pax: '132' })
  const plain = (await app.get('/api/bulk-pricing/routes?limit=1', staff)).body
  expect(plain.routes[0]).not.toHaveProperty('onDay')
  expect(plain.listsToday).toEqual([])
  const since = { ...list, startsOn: romanDay(new Date()), endsOn: before, name: 'Feste', percent: '10' }
  expect((await app.post('/api/admin/price-lists', since, staff)).status).toBe(201)
  await eventually(async () =>
    expect((await app.get('/api/bulk-pricing/routes?limit=1', staff)).body.listsToday).toEqual(['Feste']),
  )
  const wrong = await app.get('/api/bulk-pricing/routes?day=2027-02-30', staff)
  expect([wrong.status, wrong.body.errors?.[0]?.message]).toEqual([422, 'Questo giorno non esiste'])
})

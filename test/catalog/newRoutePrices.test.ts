import { expect, test } from 'vitest'
import type { PriceWarning } from '../../src/modules/catalog/prices/contract.ts'
import { startApp } from '../app.ts'

test('the plan of the generator compares its typed prices with routes of similar length, not with one another', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|ostuni|otranto)$'`
  const names = ['Gallipoli', 'Ostuni', 'Otranto']
  const places = await app.sql<{ id: number; name: string }[]>`
    select id, name from locations where name = any(${names})`
  const idOf = (name: string) => places.find((place) => place.name === name)?.id ?? 0
  const plan = async (prices: object) => {
    const destinations = places.map(({ id }) => id)
    const body = { hub: 4, destinations, dryRun: true, ...prices }
    const reply = await app.post('/api/admin/bulk-routes', body, staff)
    expect(reply.status).toBe(202)
    return reply.body.warnings as PriceWarning[]
  }
  const typed = (price1to3Pax: string) => ({
    defaults: { priceMin2Pax: '', price3to4Pax: '', price5to7Pax: '', price1to3Pax, price4to8Pax: '' },
  })
  expect(await plan({ prices: 'rule' })).toEqual([])
  const slipped = await plan(typed('1100'))
  expect(slipped.map(({ id }) => id).sort()).toEqual(names.map(idOf).sort())
  expect(slipped.map(({ field, kind }) => [field, kind])).toEqual(
    names.map(() => ['price1to3Pax', expect.stringMatching(/unitSlip|perKm/)]),
  )
  // 110 € are usual for 84 km and too much for a short ride.
  const uniform = await plan(typed('110'))
  expect(uniform.map(({ id }) => id)).not.toContain(idOf('Gallipoli'))
  expect(await app.sql`select id from jobs`).toEqual([])
})

test('a correlated route whose price looks wrong is named in the log of its job', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [main] = await app.sql<[{ id: number }]>`
    update route_prices set is_main_route = true, price1to3_pax = 990 where slug = 'aeroporto-brindisi-gallipoli'
    returning id`
  await app.sql`
    delete from route_prices where id <> ${main.id} and destination_location_id in (
      select destination_location_id from route_prices where id = ${main.id})`
  const { status, body } = await app.post(`/api/admin/correlated-routes/${main.id}`, {}, staff)
  expect(status).toBe(202)
  await app.drain()
  const job = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  expect(job.status).toBe('completed')
  const log: string[] = job.log.map(({ message }: { message: string }) => message)
  const warnings = log.filter((line) => line.startsWith('Da controllare: '))
  expect(warnings).toContainEqual(
    expect.stringMatching(/^Da controllare: Stazione Lecce – Gallipoli, Privato 1-3: /),
  )
  // The return route uses the prices of the main route, so it has no new price to check.
  expect(warnings.filter((line) => line.includes('Gallipoli – Aeroporto Brindisi'))).toEqual([])
})

test('prices of a list are compared with one another, not with the base prices of other days', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const preview = async (rule: object) =>
    (await app.post('/api/admin/price-lists/preview', rule, staff)).body.warnings as PriceWarning[]
  const fields = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax']
  expect(await preview({ fields, percent: '50' })).toEqual([])
  const [one] = await preview({ fields: ['price1to3Pax'], percent: '50' })
  expect(one).toMatchObject({ kind: 'bandOrder', field: 'price1to3Pax' })
  const [route] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const cells = [{ id: route.id, field: 'price4to8Pax', value: '1950' }]
  expect(await preview({ fields, percent: '50', cells })).toMatchObject([{ id: route.id, kind: 'unitSlip' }])
})

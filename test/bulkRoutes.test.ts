import { expect, test } from 'vitest'
import { startApp } from './app.ts'

const path = '/api/admin/bulk-routes'

test('the generator makes the main routes that are missing with the defaults, skips the rest, and again nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  const [{ before }] = await app.sql<[{ before: number }]>`select count(*) as before from route_prices`
  const shown = await app.post(path, { dryRun: true }, staff)
  expect(shown.status).toBe(202)
  const names = shown.body.places.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Gallipoli', 'Otranto']))
  for (const id of [482, 486, 4, 483, 10])
    expect(shown.body.places.map((place: { id: number }) => place.id)).not.toContain(id)
  expect(await app.sql`select id from jobs`).toEqual([])
  const { status, body } = await app.post(path, { delayMs: 0 }, staff)
  expect(status).toBe(202)
  await app.drain()
  const job = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  const total = names.length + shown.body.existing
  expect(job).toMatchObject({
    kind: 'bulk-routes',
    status: 'completed',
    progress: { done: total, total },
    result: { created: names.length, skipped: shown.body.existing },
  })
  const log = job.log.map(({ message }: { message: string }) => message)
  expect(log).toContainEqual(expect.stringMatching(/^Aeroporto Brindisi → Gallipoli: creata \(\d+ km\)$/))
  const [made] = await app.sql`
    select * from route_prices where departure_location_id = 4 and slug = 'aeroporto-brindisi-gallipoli'`
  expect(made).toMatchObject({
    transferTypeId: 1,
    priceMin2Pax: '40.00',
    price3to4Pax: '110.00',
    price5to7Pax: '120.00',
    price1to3Pax: '110.00',
    price4to8Pax: '130.00',
    pricePremium1to3Pax: null,
    isMainRoute: true,
    isActive: true,
    distanceKm: expect.any(Number),
  })
  await app.post(path, { delayMs: 0 }, staff)
  await app.drain()
  const [{ after }] = await app.sql<[{ after: number }]>`select count(*) as after from route_prices`
  expect(after).toBe(before + names.length)
}, 60_000)

test('another hub, other prices, exclusions and families are as asked; a cancelled job makes no more', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.sql`
    insert into locations (id, name, location_type, latitude, longitude) values
      (1, 'Porto Nuovo', 'Porto', 40.6, 17.9), (2, 'Lecce', 'Città', 40.35, 18.17), (3, 'Nardò', 'Città', null, null),
      (482, 'Stazione Lecce', 'Stazione', 40.345, 18.166)`
  const ask = {
    hub: 'porto nuovo',
    excludeLocationIds: [3, 482],
    defaults: { priceMin2Pax: null, price1to3Pax: '99,50', isActive: false },
    delayMs: 0,
    withCorrelated: true,
  }
  const cancelled = await app.post(path, ask, staff)
  await app.send('DELETE', `/api/admin/jobs/${cancelled.body.jobId}`, undefined, staff)
  await app.drain()
  expect(await app.sql`select id from route_prices`).toEqual([])
  await app.post(path, ask, staff)
  await app.drain()
  const rows = await app.sql`
    select slug, price_min2_pax, price1to3_pax, is_active, is_main_route from route_prices order by id`
  const common = { priceMin2Pax: null, isActive: false }
  expect(rows).toMatchObject([
    { slug: 'porto-nuovo-lecce', price1to3Pax: '99.50', isMainRoute: true, ...common },
    { slug: 'lecce-porto-nuovo', price1to3Pax: '99.50', isMainRoute: false, ...common },
    { slug: 'stazione-lecce-lecce', isMainRoute: false, ...common },
    { slug: 'lecce-stazione-lecce', isMainRoute: false, ...common },
  ])
})

test('a hub, a kind or a price that cannot be is refused in words, and no job is made', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  for (const [ask, at] of [
    [{ hub: 'Atlantide' }, 'hub'],
    [{ hub: 999_999 }, 'hub'],
    [{ defaults: { transferTypeId: 99 } }, 'defaults.transferTypeId'],
    [{ defaults: { priceMin2Pax: 'tanto' } }, 'priceMin2Pax'],
    [{ delayMs: -1 }, 'delayMs'],
    [{ excludeLocationIds: ['x'] }, 'excludeLocationIds.0'],
  ] as const) {
    const { status, body } = await app.post(path, ask, staff)
    expect([status, body.errors?.[0]?.path]).toEqual([422, at])
  }
  expect(await app.sql`select id from jobs`).toEqual([])
})

import { expect, test } from 'vitest'
import { type PriceField, priceFields } from '../../src/modules/catalog/book/contract.ts'
import { pricesOfDistance, usualRule } from '../../src/modules/catalog/fares/distanceRule.queries.ts'
import { hasEconomyFrom } from '../../src/modules/catalog/hubs.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'
import { googleErrors, openGoogle } from '../providers/google.ts'

const app = await openApp({ data: 'demo' })

const path = '/api/admin/bulk-routes'

test('the generator creates the missing main routes with the defaults, skips the others, and creates none the second time', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  const [{ before }] = await app.sql<[{ before: number }]>`select count(*) as before from route_prices`
  const shown = await app.post(path, { hub: 4, dryRun: true }, staff)
  expect(shown.status).toBe(202)
  const names = shown.body.places.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['Gallipoli', 'Otranto']))
  for (const id of [482, 486, 4, 483, 10])
    expect(shown.body.places.map((place: { id: number }) => place.id)).not.toContain(id)
  expect(await app.sql`select id from jobs`).toEqual([])
  const { status, body } = await app.post(path, { hub: 4, delayMs: 0 }, staff)
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
  expect(log).toContainEqual(expect.stringMatching(/^Aeroporto Brindisi – Gallipoli: creata \(\d+ km\)$/))
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
  await app.post(path, { hub: 4, delayMs: 0 }, staff)
  await app.drain()
  const [{ after }] = await app.sql<[{ after: number }]>`select count(*) as after from route_prices`
  expect(after).toBe(before + names.length)
})

test('another hub, other prices, exclusions and families are respected; a cancelled job creates no more', async () => {
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
  // A generated return route stores no prices, because it uses the prices of its outbound route.
  expect(rows).toMatchObject([
    { slug: 'porto-nuovo-lecce', price1to3Pax: '99.50', isMainRoute: true, ...common },
    { slug: 'lecce-porto-nuovo', price1to3Pax: null, isMainRoute: false, ...common },
    { slug: 'stazione-lecce-lecce', isMainRoute: false, ...common },
    { slug: 'lecce-stazione-lecce', isMainRoute: false, ...common },
  ])
})

test('a run without places is refused; a hub selects all its places, destinations or a filter only some', async () => {
  const staff = await app.logIn()
  const jobs = () => app.sql`select id from jobs order by id`
  const before = await jobs()
  await app.sql`delete from route_prices where departure_location_id = 4`
  for (const ask of [{}, { delayMs: 0 }, { withCorrelated: true, dryRun: true }, { filter: {} }]) {
    const { status, body } = await app.post(path, ask, staff)
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'filter' in ask ? 'filter' : 'hub'])
  }
  const [lecce, bari] = await app.sql<{ id: number }[]>`
    select id from locations where name in ('Lecce', 'Aeroporto Bari') order by name desc`
  const names = async (ask: object) =>
    (await app.post(path, { hub: 4, ...ask, dryRun: true }, staff)).body.places.map(
      (one: { name: string }) => one.name,
    )
  expect((await names({ hub: 4 })).length).toBeGreaterThan(100)
  expect(await names({ destinations: [lecce?.id, bari?.id] })).toEqual(['Aeroporto Bari', 'Lecce'])
  expect(await names({ filter: { search: 'gallip' } })).toEqual([
    'Gallipoli',
    'Porto di Gallipoli',
    'Stazione Gallipoli',
  ])
  expect(await names({ hub: 10, destinations: [lecce?.id], filter: { locationType: 'Porto' } })).toEqual([])
  const near = await names({ filter: { withinKm: 30 } })
  expect([near.includes('Mesagne'), near.includes('Gallipoli')]).toEqual([true, false])
  const provinces = await app.sql<{ province: string }[]>`
    select distinct province from locations where name = any(${await names({ filter: { province: 'br' } })})`
  expect(provinces.map(({ province }) => province)).toEqual(['BR'])
  const wrong = await app.post(path, { destinations: [lecce?.id, 999_999] }, staff)
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'destinations'])
  expect(await jobs()).toEqual(before)
  const { body } = await app.post(path, { destinations: [lecce?.id], delayMs: 0 }, staff)
  await app.drain()
  expect((await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body.result).toMatchObject({ created: 1 })
  expect(await app.sql`select id from route_prices where departure_location_id = 4`).toHaveLength(1)
})

test('an invalid hub, type or price is refused with a message, and no job is created', async () => {
  const staff = await app.logIn()
  const jobs = () => app.sql`select id from jobs order by id`
  const before = await jobs()
  for (const [ask, at] of [
    [{ hub: 'Atlantide' }, 'hub'],
    [{ hub: 999_999 }, 'hub'],
    [{ defaults: { transferTypeId: 99 } }, 'defaults.transferTypeId'],
    [{ defaults: { priceMin2Pax: 'tanto' } }, 'defaults.priceMin2Pax'],
    [{ defaults: { transferTypeId: 0 } }, 'defaults.transferTypeId'],
    [{ prices: 'altro' }, 'prices'],
    [{ delayMs: -1 }, 'delayMs'],
    [{ excludeLocationIds: ['x'] }, 'excludeLocationIds.0'],
  ] as const) {
    const { status, body } = await app.post(path, { hub: 4, ...ask }, staff)
    expect([status, body.errors?.[0]?.path]).toEqual([422, at])
  }
  expect(await jobs()).toEqual(before)
})

test('a hub is found by its name in every spelling that PostgreSQL treats as equal', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const plan = (hub: string) => app.post(path, { hub, dryRun: true }, staff)
  expect([(await plan('AEROPORTO BRİNDİSİ')).status, (await plan('Aeroporto Bridnisi')).status]).toEqual([
    202, 422,
  ])
})

test('the distance rule estimates every bundled route within 20 % of its price, and half of them within 8 %', async () => {
  await using app = await startApp({ data: 'demo' })
  const rows = await app.sql<(Record<PriceField, string | null> & { km: number; departure: string })[]>`
    select d.name as departure, distance_km as km, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax,
      price4to8_pax, price_premium1to3_pax, price_premium4to7_pax
    from route_prices r join locations d on d.id = departure_location_id`
  expect(rows.length).toBeGreaterThan(250)
  const differences = rows.flatMap(({ departure, km, ...prices }) => {
    const cents = pricesOfDistance(usualRule, km, { hasEconomy: hasEconomyFrom(departure) })
    return priceFields.flatMap((field) => {
      const [price, stored] = [cents[field], prices[field]]
      expect([departure, km, field, price === null]).toEqual([departure, km, field, stored === null])
      return price === null ? [] : Math.abs(price / 100 / Number(stored) - 1)
    })
  })
  differences.sort((one, other) => one - other)
  expect(differences[differences.length >> 1]).toBeLessThanOrEqual(0.08)
  expect(differences.at(-1)).toBeLessThanOrEqual(0.2)
})

test('with the price rule a run creates each route at the price that its plan showed', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await app.sql`delete from route_prices where departure_location_id = 4`
  const ask = { hub: 4, prices: 'rule', delayMs: 0 }
  const plan = (await app.post(path, { ...ask, dryRun: true }, staff)).body
  expect(plan).toMatchObject({ existing: 0, pages: plan.places.length, distanceSource: 'stima' })
  const { body } = await app.post(path, ask, staff)
  await app.drain()
  const made = await app.sql`
    select a.id, a.name, location_type, province, distance_km, estimated_duration, trim_scale(price_min2_pax)::text as price_min2_pax,
      trim_scale(price3to4_pax)::text as price3to4_pax, trim_scale(price5to7_pax)::text as price5to7_pax,
      trim_scale(price1to3_pax)::text as price1to3_pax, trim_scale(price4to8_pax)::text as price4to8_pax
    from route_prices join locations a on a.id = destination_location_id
    where departure_location_id = 4 order by lower(a.name)`
  expect([...made]).toEqual(plan.places)
  expect(await logOf(app, body.jobId, staff)).toContain('Distanze stimate sulla rete stradale')
})

test(
  'with the price rule a hub without shared rides gets none, and a place without coordinates no price',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn()
    await app.sql`delete from route_prices where departure_location_id = 10 and slug ~ '^aeroporto-bari-(gallipoli|otranto)$'`
    await app.sql`update locations set latitude = null where name = 'Otranto'`
    const { body } = await app.post(path, { hub: 10, prices: 'rule', delayMs: 0 }, staff)
    await app.drain()
    const rows = await app.sql`
    select distance_km, price_min2_pax, price1to3_pax, price4to8_pax from route_prices
    where departure_location_id = 10 and slug ~ '^aeroporto-bari-(gallipoli|otranto)$' order by slug`
    expect(rows).toEqual([
      {
        distanceKm: expect.any(Number),
        priceMin2Pax: null,
        price1to3Pax: expect.any(String),
        price4to8Pax: expect.any(String),
      },
      { distanceKm: null, priceMin2Pax: null, price1to3Pax: null, price4to8Pax: null },
    ])
    expect(await logOf(app, body.jobId, staff)).toContain(
      'Aeroporto Bari – Otranto: creata (coordinate mancanti, senza distanza, senza prezzi)',
    )
  },
)

test('with an active key Google measures the distances; if it stops answering the rest is estimated, and the log says so', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ data: 'demo', env: google.env })
  const boss = await app.logIn()
  await app.post(
    '/api/admin/api-configurations',
    { name: 'maps-places', apiKey: google.key, isActive: true },
    boss,
  )
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  const others = await app.sql`select id from locations where name not in ('Gallipoli', 'Otranto')`
  const ask = { hub: 4, delayMs: 0, prices: 'rule', excludeLocationIds: others.map(({ id }) => id) }
  const plan = (await app.post(path, { ...ask, dryRun: true }, boss)).body
  expect(plan.distanceSource).toBe('google')
  expect(google.asked).toEqual([])
  const first = await app.post(path, ask, boss)
  await app.drain()
  const distances = () =>
    app.sql`
      select distance_km, distance_source from route_prices
      where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  expect(await distances()).toEqual(Array(2).fill({ distanceKm: 85, distanceSource: 'google' }))
  expect(await logOf(app, first.body.jobId, boss)).toContainEqual(
    expect.stringMatching(/^Distanze da Google/),
  )

  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  google.always(googleErrors.quotaMinute)
  const second = await app.post(path, ask, boss)
  await app.drain()
  expect(await distances()).toEqual(
    Array(2).fill({ distanceKm: expect.any(Number), distanceSource: 'stima' }),
  )
  const log = await logOf(app, second.body.jobId, boss)
  expect(log.filter((line) => line.startsWith('Google non ha risposto'))).toHaveLength(1)
})

test('the plan and the run use the prices of single places; an unreadable one is refused at its place', async () => {
  const staff = await app.logIn()
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|otranto)$'`
  const destinations = await app.sql<{ id: number }[]>`
    select id from locations where name in ('Gallipoli', 'Otranto') order by name`
  const [first, second] = destinations.map(({ id }) => id)
  const ask = { hub: 4, destinations: [first, second], delayMs: 0 }
  const placePrices = [{ id: first, price1to3Pax: '97,50', priceMin2Pax: '' }]
  const plan = (await app.post(path, { ...ask, placePrices, dryRun: true }, staff)).body
  const wanted = [
    { priceMin2Pax: null, price1to3Pax: '97.50', price4to8Pax: '130' },
    { priceMin2Pax: '40', price1to3Pax: '110', price4to8Pax: '130' },
  ]
  expect(plan.places).toMatchObject(wanted)
  const odd = [{ id: first, price1to3Pax: '9' }]
  const warned = (await app.post(path, { ...ask, placePrices: odd, dryRun: true }, staff)).body.warnings
  expect(warned).toContainEqual(expect.objectContaining({ id: first, field: 'price1to3Pax' }))
  const wrong = await app.post(path, { ...ask, placePrices: [{ id: first, price1to3Pax: 'tanto' }] }, staff)
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([422, 'placePrices.0.price1to3Pax'])
  await app.post(path, { ...ask, placePrices }, staff)
  await app.drain()
  const made = await app.sql`
    select trim_scale(price_min2_pax)::text as price_min2_pax, price1to3_pax::text, trim_scale(price4to8_pax)::text as price4to8_pax
    from route_prices r join locations a on a.id = destination_location_id
    where departure_location_id = 4 and a.id = any(${[first, second] as number[]}) order by a.name`
  expect(
    made.map(({ price1to3Pax, ...row }) => ({ ...row, price1to3Pax: `${Number(price1to3Pax)}` })),
  ).toEqual(wanted.map((row) => ({ ...row, price1to3Pax: `${Number(row.price1to3Pax)}` })))
})

test('a run is undone with its pages; routes on which somebody has worked are listed and stay', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const names = ['Casarano', 'Galatina', 'Gallipoli', 'Lecce', 'Maglie', 'Nardò', 'Otranto']
  const places = await app.sql<{ id: number; name: string }[]>`
    select id, name from locations where name = any(${names})`
  const ids = places.map(({ id }) => id)
  await app.sql`delete from route_prices where departure_location_id = 4 and destination_location_id = any(${ids})`
  const state = () => app.sql`
    select id, slug, follows_id, price1to3_pax::text from route_prices order by id`
  const before = await state()
  const { body } = await app.post(
    path,
    { hub: 4, destinations: ids, delayMs: 0, withCorrelated: true },
    staff,
  )
  const undo = (dryRun = false, id = body.jobId) => app.post(`${path}/${id}/undo`, { dryRun }, staff)
  expect((await undo()).status).toBe(409)
  await app.drain()
  const made = await app.sql<{ id: number; slug: string; to: string; isMainRoute: boolean }[]>`
    select r.id, slug, a.name as "to", is_main_route from route_prices r
      join locations a on a.id = destination_location_id where bulk_job_id = ${body.jobId} order by r.id`
  const main = (name: string) => made.find(({ to, isMainRoute }) => isMainRoute && to === name)?.id ?? 0
  expect((await undo(true)).body).toEqual({ removed: made.length, kept: [] })

  // The undo keeps a route with a new price, an admission to search engines, a drafted text or a lead. The undo
  // deletes a route that staff only switched off.
  const updates = [{ id: main('Gallipoli'), field: 'price1to3Pax', value: 120 }]
  expect((await app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)).status).toBe(200)
  const [{ id: jobId }] = await app.sql<[{ id: number }]>`
    insert into jobs (kind, started_by) values ('aiTexts', 'test') returning id`
  await app.sql`
    insert into text_drafts (job_id, route_id, field, body, provider, model, prompt_name)
    values (${jobId}, ${main('Lecce')}, 'longDescription', 'x', 'x', 'x', 'x')`
  await given.lead(app, 'request', { departure: 'aeroporto brindisi ', destination: 'Otranto' })
  const route = `/api/admin/route-prices/${main('Maglie')}`
  expect((await app.send('PUT', `${route}/indexing`, { indexing: 'allowed' }, staff)).status).toBe(200)
  const off = `/api/admin/route-prices/${main('Nardò')}/active-status`
  expect((await app.send('PUT', off, { isActive: false }, staff)).status).toBe(200)

  const shown = (await undo(true)).body
  const kept = shown.kept.filter(({ departure }: { departure: string }) => departure === 'Aeroporto Brindisi')
  expect(kept.map(({ id, because }: { id: number; because: string[] }) => [id, because]).sort()).toEqual(
    [
      [main('Gallipoli'), ['price']],
      [main('Lecce'), ['text']],
      [main('Otranto'), ['lead']],
      [main('Maglie'), ['edit']],
    ].sort(),
  )
  expect(shown.removed).toBe(made.length - shown.kept.length)
  const gone = made.find(({ to, isMainRoute }) => isMainRoute && to === 'Casarano')
  const page = async () => (await app.get(`/tratte/transfer-${gone?.slug}/`)).status
  await eventually(async () => expect(await page()).toBe(200))
  expect((await undo()).body).toEqual({ ...shown, actId: expect.any(Number) })
  const keptIds = new Set(shown.kept.map(({ id }: { id: number }) => id))
  const left = await state()
  expect(left.filter(({ id }) => !keptIds.has(id))).toEqual(before)
  expect(left).toHaveLength(before.length + keptIds.size)
  const events = await app.sql`
    select payload from outbox
    where type = 'catalog:routeDeleted' and (payload ->> 'routeId')::int = any(${made.map(({ id }) => id)})`
  expect(events).toHaveLength(shown.removed)
  await app.drain()
  await eventually(async () => expect(await page()).toBe(410))

  const job = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
  expect(job.result).toMatchObject({ undone: shown.removed })
  expect((await undo()).status).toBe(409)
  expect((await undo(false, 999_999)).status).toBe(404)
  const audited = await app.sql`
    select after from audit_log where action = 'catalog:bulkRoutesUndone' and subject = ${`jobs/${body.jobId}`}`
  expect(audited).toEqual([{ after: { removed: shown.removed, kept: shown.kept.length } }])
})

test('a cancelled run is undone, and then cannot be resumed', async () => {
  const staff = await app.logIn()
  const count = async () => (await app.sql`select count(*) as n from route_prices`)[0]?.n
  const before = await count()
  const { body } = await app.post(path, { hub: 10, delayMs: 20 }, staff)
  const draining = app.drain()
  const job = `/api/admin/jobs/${body.jobId}`
  await eventually(async () => expect((await app.get(job, staff)).body.result?.created).toBeGreaterThan(3))
  expect((await app.post(`${path}/${body.jobId}/undo`, {}, staff)).status).toBe(409)
  await app.send('DELETE', job, undefined, staff)
  await draining
  const { created } = (await app.get(job, staff)).body.result
  expect((await app.post(`${path}/${body.jobId}/undo`, {}, staff)).body).toEqual({
    removed: created,
    kept: [],
    actId: expect.any(Number),
  })
  expect(await count()).toBe(before)
  expect((await app.post(`${path}/${body.jobId}/resume`, {}, staff)).status).toBe(409)
})

test('places marked as excluded are left out, unless the call names the places to leave out', async () => {
  const staff = await app.logIn()
  await app.sql`delete from route_prices where departure_location_id = 4 and slug ~ '-(gallipoli|tricase)$'`
  await app.sql`delete from route_prices where departure_location_id = 4 and destination_location_id = 482`
  expect(await app.sql`select id from locations where exclude_from_bulk order by id`).toEqual(
    [4, 10, 482, 483, 486].map((id) => ({ id })),
  )
  const list = await app.get('/api/admin/locations?search=stazione', staff)
  const station = list.body.find(({ id }: { id: number }) => id === 482)
  expect(station.excludeFromBulk).toBe(true)
  const [{ id }] = await app.sql<[{ id: number }]>`select id from locations where name = 'Tricase'`
  const place = (await app.get(`/api/admin/locations/${id}`, staff)).body
  expect(place.excludeFromBulk).toBe(false)
  const saved = await app.send(
    'PUT',
    `/api/admin/locations/${id}`,
    { ...place, excludeFromBulk: true },
    staff,
  )
  expect(saved.body.excludeFromBulk).toBe(true)
  const namesOf = async (ask: object) =>
    (await app.post(path, { hub: 4, ...ask, dryRun: true }, staff)).body.places.map(
      (one: { name: string }) => one.name,
    )
  expect(await namesOf({})).toContain('Gallipoli')
  expect(await namesOf({})).not.toContain('Tricase')
  expect(await namesOf({ excludeLocationIds: [4, 10, 482, 483, 486] })).toContain('Tricase')
  expect(await namesOf({})).not.toContain(station.name)
  const { body: before } = await app.get('/api/admin/locations/482', staff)
  await app.send('PUT', '/api/admin/locations/482', { ...before, excludeFromBulk: false }, staff)
  expect(await namesOf({})).toContain(station.name)
})

test(
  'a plan states how many pages a run creates, families included, and the run creates exactly those',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn()
    const ask = { hub: 4, delayMs: 0, withCorrelated: true, excludeLocationIds: [] }
    const [{ before }] = await app.sql<[{ before: number }]>`select count(*) as before from route_prices`
    const plan = (await app.post(path, { ...ask, dryRun: true }, staff)).body
    const { body } = await app.post(path, ask, staff)
    await app.drain()
    const [{ after }] = await app.sql<[{ after: number }]>`select count(*) as after from route_prices`
    expect(after - before).toBe(plan.pages)
    const { result } = (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body
    const { adopted, restored } = plan.families
    expect(adopted).toBeGreaterThan(0)
    expect(result).toEqual({
      created: plan.places.length,
      correlated: plan.pages - plan.places.length,
      skipped: plan.existing,
      adopted,
      restored,
    })
  },
)

test(
  'a run is cancelled between two places and resumed later, with the result of an uninterrupted run',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn()
    const some = await app.sql<{ id: number }[]>`
    select id from locations where id <> 4 order by exists (select from route_prices
      where departure_location_id = 4 and destination_location_id = locations.id), id limit 40`
    const ask = { hub: 4, destinations: some.map(({ id }) => id) }
    const { body } = await app.post(path, { ...ask, delayMs: 100 }, staff)
    const draining = app.drain()
    const jobPath = `/api/admin/jobs/${body.jobId}`
    await eventually(async () =>
      expect((await app.get(jobPath, staff)).body.result?.created).toBeGreaterThan(3),
    )
    expect((await app.post(`${path}/${body.jobId}/resume`, {}, staff)).status).toBe(409)
    await app.send('DELETE', jobPath, undefined, staff)
    const generated = () => app.sql`select id from route_prices where indexing = 'gate'`
    const atCancel = (await generated()).length
    await draining
    const stopped = (await app.get(jobPath, staff)).body
    expect(stopped).toMatchObject({ status: 'cancelled', result: { created: atCancel } })
    expect(await generated()).toHaveLength(atCancel)

    expect((await app.post(`${path}/${body.jobId}/resume`, {}, staff)).status).toBe(202)
    await app.drain()
    const { status, result, progress } = (await app.get(jobPath, staff)).body
    expect(status).toBe('completed')
    expect(await generated()).toHaveLength(result.created)
    expect(progress).toEqual({ done: progress.total, total: result.created + result.skipped })
    const left = (await app.post(path, { ...ask, dryRun: true }, staff)).body
    expect(left.places).toEqual([])
    expect((await app.post(`${path}/${body.jobId}/resume`, {}, staff)).status).toBe(409)
    expect((await app.post(`${path}/999999/resume`, {}, staff)).status).toBe(404)
  },
)

test(
  'a run that is cancelled and resumed in the same moment goes on with one worker, and visits each place once',
  long,
  async () => {
    const staff = await app.logIn()
    const some = await app.sql<{ id: number }[]>`
    select id from locations where id <> 4 and not exists (select from route_prices
      where departure_location_id = 4 and destination_location_id = locations.id) order by id limit 8`
    const { body } = await app.post(
      path,
      { hub: 4, destinations: some.map(({ id }) => id), delayMs: 400 },
      staff,
    )
    const jobPath = `/api/admin/jobs/${body.jobId}`
    const first = app.drain()
    await eventually(async () =>
      expect((await app.get(jobPath, staff)).body.progress.done).toBeGreaterThan(0),
    )
    await app.send('DELETE', jobPath, undefined, staff)
    expect((await app.post(`${path}/${body.jobId}/resume`, {}, staff)).status).toBe(202)
    await Promise.all([first, app.drain()])
    const { status, result } = (await app.get(jobPath, staff)).body
    expect([status, result]).toEqual(['completed', { created: 8, correlated: 0, skipped: 0 }])
    const log = await logOf(app, body.jobId, staff)
    expect(log.filter((line) => line.includes('già presente'))).toEqual([])
    expect(log.filter((line) => line.includes(': creata'))).toHaveLength(8)
  },
)

test('the run pauses 500 ms between two places unless another pause is given', long, async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.sql`
    insert into locations (id, name, location_type) values
      (1, 'Porto Nuovo', 'Porto'), (2, 'Lecce', 'Città'), (3, 'Nardò', 'Città'), (5, 'Maglie', 'Città')`
  for (const [ask, least] of [
    [{ hub: 1 }, 1_000],
    [{ hub: 2, delayMs: 700 }, 1_400],
  ] as const) {
    const { body } = await app.post(path, ask, staff)
    await app.drain()
    const moments = await app.sql<{ at: Date }[]>`
      select created_at as at from route_prices where departure_location_id = ${ask.hub} order by id`
    expect(moments).toHaveLength(3)
    const took = Number(moments[2]?.at) - Number(moments[0]?.at)
    expect(took).toBeGreaterThanOrEqual(least)
    expect((await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body.status).toBe('completed')
  }
})

async function logOf(app: App, jobId: number, staff: Record<string, string>): Promise<string[]> {
  const { log } = (await app.get(`/api/admin/jobs/${jobId}`, staff)).body
  return log.map(({ message }: { message: string }) => message)
}

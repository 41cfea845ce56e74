import { expect, test } from 'vitest'
import { eventually, openApp, startApp } from '../app.ts'
import { givenMain, givenRoute, related } from '../relatedFamily.ts'

const app = await openApp({ data: 'bundled' })

/** The bundled main route from Aeroporto Brindisi to Gallipoli, whose family staff have edited in part. */
const gallipoli = 20

test('the creation of related routes brings back all that their deletion took, again and again', async () => {
  const staff = await app.logIn()
  const before = await related.of(app, gallipoli, staff)
  const rows = () => app.sql`
    select to_jsonb(r) - '{ricerche,gate_reasons}'::text[] as route from route_prices r
    where id = any(${before.map(({ id }) => id)}) order by id`
  const stored = await rows()
  expect(before.length).toBe(6)
  for (let round = 0; round < 2; round++) {
    expect(await related.remove(app, gallipoli, staff)).toEqual({ deleted: 4, detached: 2 })
    expect(await related.of(app, gallipoli, staff)).toEqual([])
    const { result, lines } = await related.make(app, gallipoli, staff)
    expect(result).toMatchObject({ created: 0, adopted: 2, restored: 4 })
    expect(lines).toContain('Stazione Lecce – Gallipoli: esisteva già, collegata')
    expect(lines).toContain('Gallipoli – Aeroporto Brindisi: ripristinata')
    expect(lines.at(-1)).toBe('Create 0, collegate 2, ripristinate 4, non collegate 2')
    expect(await related.of(app, gallipoli, staff)).toEqual(before)
    expect(await rows()).toEqual(stored)
  }
})

test('a related route of another main route stays there, and the job says so', async () => {
  const staff = await app.logIn()
  const before = await app.sql`select id, main_route_id from route_prices order by id`
  const { result, lines } = await related.make(app, gallipoli, staff)
  expect(result.left).toEqual([
    { name: 'Gallipoli – Stazione Lecce', reason: 'è già correlata di Aeroporto Brindisi – Stazione Lecce' },
    { name: 'Gallipoli – Aeroporto Bari', reason: 'è già correlata di Aeroporto Brindisi – Aeroporto Bari' },
  ])
  expect(lines).toContain(
    'Gallipoli – Stazione Lecce: non collegata, è già correlata di Aeroporto Brindisi – Stazione Lecce',
  )
  expect(await app.sql`select id, main_route_id from route_prices order by id`).toEqual(before)
})

test('an existing route becomes a related route and keeps its slug, texts and prices; a main route does not', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, gallipoli, lecce, bari } = await givenMain(app, staff)
  const own = { slug: 'dal-treno-al-mare', price1to3Pax: 71, longDescription: 'Testo suo.' }
  const station = await givenRoute(app, [lecce, gallipoli], staff, own)
  // The only route between these places has another transfer type. A second one would be a second page for them.
  const toBari = await givenRoute(app, [gallipoli, bari], staff, { transferTypeId: 2 })
  const fromBari = await givenRoute(app, [bari, gallipoli], staff, { transferTypeId: 2 })
  const ofType = await givenRoute(app, [bari, gallipoli], staff, { transferTypeId: 1, slug: 'bari-economy' })
  const back = await givenRoute(app, [gallipoli, brindisi], staff, { isMainRoute: true })
  const routes = () => app.sql`
    select id, slug, transfer_type_id, price1to3_pax, long_description, updated_at from route_prices
    where id = any(${[station, toBari, fromBari, ofType, back]}) order by id`
  const before = await routes()
  const { result, lines } = await related.make(app, mainId, staff)
  expect(result).toEqual({
    created: 1,
    adopted: 3,
    restored: 0,
    left: [{ name: 'Gallipoli – Aeroporto Brindisi', reason: 'è una tratta principale' }],
  })
  expect(lines.at(-1)).toBe('Create 1, collegate 3, ripristinate 0, non collegate 1')
  expect(await routes()).toEqual(before)
  const family = await related.of(app, mainId, staff)
  const made = family.find(({ slug }) => slug === 'gallipoli-stazione-lecce')
  expect(family.map(({ id }) => id).sort()).toEqual([station, toBari, ofType, made?.id].sort())
  const events = await app.sql`select payload from outbox where type = 'catalog:routeLinked' order by id`
  expect(events.map(({ payload }) => payload).sort((a, b) => a.routeId - b.routeId)).toEqual(
    [station, toBari, ofType].map((routeId) => ({ routeId, mainRouteId: mainId })),
  )
})

test('a deleted related route comes back with its texts in all languages, its addresses, prices and indexing', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, gallipoli, lecce } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  const member = (await related.of(app, mainId, staff)).find(
    ({ slug }) => slug === 'stazione-lecce-gallipoli',
  )
  const id = member?.id ?? 0
  const texts = { longDescription: 'Dal binario alla spiaggia.', touristInfo: 'Parcheggio accanto.' }
  await related.save(app, id, { slug: 'treno-gallipoli', price1to3Pax: 77, ...texts }, staff)
  await app.send('PUT', `/api/admin/route-prices/${id}/indexing`, { indexing: 'allowed' }, staff)
  for (const language of ['en', 'de', 'fr']) {
    const at = `/api/admin/translations/route/${id}/${language}`
    const { body } = await app.get(at, staff)
    const text = { longDescription: `Text in ${language}`, touristInfo: `Info in ${language}` }
    expect((await app.send('PUT', at, { ...body, text, state: 'reviewed' }, staff)).status).toBe(200)
  }
  await app.drain()
  const english = '/en/transfers/stazione-lecce-gallipoli/'
  const stored = async () => ({
    route: (await app.get(`/api/admin/route-prices/${id}`, staff)).body,
    translations:
      await app.sql`select * from translations where kind = 'route' and id = ${id} order by language`,
    prices: await app.sql`select * from price_changes where route_id = ${id} order by id`,
    redirects: await app.sql`select from_path, to_path, status_code from redirects order by from_path`,
  })
  const before = await stored()
  expect([before.translations.length, before.prices.length]).toEqual([3, 1])

  await app.send('DELETE', `/api/admin/route-prices/${id}`, undefined, staff)
  await app.drain()
  for (const path of [
    '/tratte/transfer-treno-gallipoli/',
    english,
    '/tratte/transfer-stazione-lecce-gallipoli/',
  ])
    await eventually(async () => expect([path, (await app.get(path)).status]).toEqual([path, 410]))
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 1 })
  expect(await stored()).toEqual(before)
  await eventually(async () =>
    expect((await app.get('/tratte/transfer-treno-gallipoli/')).text).toContain('binario'),
  )
  expect((await app.get(english)).text).toContain('Text in en')
  const old = await app.get('/tratte/transfer-stazione-lecce-gallipoli/')
  expect([old.status, old.headers.get('location')]).toEqual([301, '/tratte/transfer-treno-gallipoli/'])
  const [{ count }] = await app.sql<[{ count: number }]>`
    select count(*) from route_prices where departure_location_id = ${lecce} and destination_location_id = ${gallipoli}`
  expect(count).toBe(1)
})

test('a return that comes back follows what has changed in its main route, and finds another slug if its own is taken', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { mainId, brindisi, lecce } = await givenMain(app, staff)
  await related.make(app, mainId, staff)
  await related.remove(app, mainId, staff)
  await related.save(app, mainId, { longDescription: 'Un testo nuovo.', price1to3Pax: 120 }, staff)
  await givenRoute(app, [brindisi, lecce], staff, { slug: 'gallipoli-aeroporto-brindisi' })
  expect((await related.make(app, mainId, staff)).result).toMatchObject({ created: 0, restored: 5 })
  const [back] = await related.of(app, mainId, staff)
  expect(back).toMatchObject({ label: 'Ritorno', slug: 'gallipoli-aeroporto-brindisi-2', isEdited: false })
  expect((await app.get(`/api/admin/route-prices/${back?.id}`, staff)).body).toMatchObject({
    longDescription: 'Un testo nuovo.',
    price1to3Pax: '120',
    hasOwnPrices: false,
  })
  // After its deletion, a new main route between the same places gets the routes of the old one.
  await related.remove(app, mainId, staff)
  const main = (await app.get(`/api/admin/route-prices/${mainId}`, staff)).body
  await app.send('DELETE', `/api/admin/route-prices/${mainId}`, undefined, staff)
  const again = await app.post('/api/admin/route-prices', { ...main, price1to3Pax: 125 }, staff)
  expect((await related.make(app, again.body.id, staff)).result).toMatchObject({ created: 0, restored: 5 })
  expect((await app.get(`/api/admin/route-prices/${back?.id}`, staff)).body).toMatchObject({
    mainRouteId: again.body.id,
    price1to3Pax: '125',
    hasOwnPrices: false,
  })
})

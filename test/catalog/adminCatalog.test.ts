import { expect, test } from 'vitest'
import { type App, eventually, openApp, startApp } from '../app.ts'

const app = await openApp({ data: 'demo' })
const empty = await openApp()

type Headers = Record<string, string>

const city = (name: string, more: object = {}) => ({ name, locationType: 'Città', ...more })

async function twoPlaces(
  app: App,
  staff: Headers,
  departure = 'Aeroporto Brindisi',
  destination = 'Gallipoli',
) {
  const from = await app.post(
    '/api/admin/locations',
    city(departure, { locationType: 'Aeroporto', latitude: 40.6576, longitude: 17.947 }),
    staff,
  )
  const to = await app.post(
    '/api/admin/locations',
    city(destination, { cap: '73014', latitude: 40.0559, longitude: 17.9926 }),
    staff,
  )
  return { departureLocationId: from.body.id as number, destinationLocationId: to.body.id as number }
}

async function job(app: App, id: number, staff: Headers) {
  await app.drain()
  const { body } = await app.get(`/api/admin/jobs/${id}`, staff)
  return body
}

const events = async (app: App) =>
  (await app.sql`select type from outbox order by id`).map(({ type }) => type as string)

test('a place is created, found by name, type and CAP, changed and deleted, and each step is logged', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const made = await app.post(
    '/api/admin/locations',
    city('Stazione Maglie', {
      locationType: 'Stazione Ferrovia',
      cap: '73024',
      touristInfo: 'Vicino al centro',
    }),
    staff,
  )
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ name: 'Stazione Maglie', locationType: 'Stazione', cap: '73024' })
  await app.post('/api/admin/locations', city('Otranto', { cap: '73028' }), staff)
  const names = async (query: string) =>
    (await app.get(`/api/admin/locations${query}`, staff)).body.map(({ name }: { name: string }) => name)
  expect(await names('')).toEqual(['Otranto', 'Stazione Maglie'])
  expect(await names('?search=maglie')).toEqual(['Stazione Maglie'])
  expect(await names('?search=città')).toEqual(['Otranto'])
  expect(await names('?search=73028')).toEqual(['Otranto'])
  expect(await names('?sort=-name')).toEqual(['Stazione Maglie', 'Otranto'])
  const page = await app.get('/api/admin/locations?page=2&limit=1', staff)
  expect(page.body).toMatchObject({ page: 2, totalPages: 2, total: 2, items: [{ name: 'Stazione Maglie' }] })
  const path = `/api/admin/locations/${made.body.id}`
  const read = (await app.get(path, staff)).body
  expect(read.touristInfo).toBe('Vicino al centro')
  const saved = await app.send('PUT', path, { ...read, name: 'Stazione di Maglie' }, staff)
  expect(saved.body.name).toBe('Stazione di Maglie')
  expect((await app.send('PUT', path, { ...read, name: 'Altra' }, staff)).status).toBe(409)
  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(204)
  expect((await app.get(path, staff)).status).toBe(404)
  const log =
    await app.sql`select action from audit_log where subject = ${`locations/${made.body.id}`} order by id`
  expect(log.map(({ action }) => action)).toEqual([
    'catalog:locationCreated',
    'catalog:locationChanged',
    'catalog:locationDeleted',
  ])
})

test('a place with a wrong field, a taken name or a taken place id is refused with a message and changes nothing', async () => {
  const staff = await empty.logIn()
  const places = () => empty.sql`select * from locations order by id`
  await empty.post('/api/admin/locations', city('Otranto', { googlePlaceId: 'ChIJ-1' }), staff)
  const before = await places()
  const errors = async (form: object) => {
    const { status, body } = await empty.post('/api/admin/locations', form, staff)
    return [status, body.errors]
  }
  expect(await errors({ locationType: 'Città' })).toEqual([
    422,
    [{ path: 'name', message: 'Inserisci il nome della località' }],
  ])
  expect(await errors({ name: 'X' })).toMatchObject([422, [{ path: 'locationType' }]])
  expect(await errors(city('X', { locationType: 'Regno' }))).toMatchObject([
    422,
    [{ path: 'locationType', message: 'Scegli il tipo di località' }],
  ])
  expect(await errors(city('X', { cap: '7301' }))).toMatchObject([422, [{ path: 'cap' }]])
  expect(await errors(city('X', { latitude: 91 }))).toMatchObject([422, [{ path: 'latitude' }]])
  expect(await errors(city('X', { longDescription: 'x'.repeat(10_001) }))).toMatchObject([
    422,
    [{ path: 'longDescription' }],
  ])
  expect(await errors(city('OTRANTO'))).toMatchObject([409, [{ path: 'name' }]])
  expect(await errors(city('X', { googlePlaceId: 'ChIJ-1' }))).toMatchObject([
    409,
    [{ path: 'googlePlaceId' }],
  ])
  expect(await places()).toEqual(before)
})

test('a place that routes use cannot be deleted, and the refusal names the routes', async () => {
  const staff = await app.logIn()
  const { status, body } = await app.send('DELETE', '/api/admin/locations/482', undefined, staff)
  expect(status).toBe(409)
  expect(body).toMatchObject({
    detail: expect.stringMatching(
      /^Impossibile eliminare la località: è utilizzata in tratte esistenti \(.+ – .+ e altre \d+\)\.$/,
    ),
  })
  expect((await app.get('/api/admin/locations/482', staff)).status).toBe(200)
})

test('transfer types: two exist initially, taken names are refused, one that routes use cannot be deleted', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const { body } = await app.get('/api/admin/transfer-types', staff)
  expect(body.items).toMatchObject([
    { id: 1, name: 'Economy condiviso', description: expect.any(String), isActive: true },
    { id: 2, name: 'Privato', description: expect.any(String), isActive: true },
  ])
  const made = await app.post('/api/admin/transfer-types', { name: 'Premium' }, staff)
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({ id: 3, description: '', isActive: true })
  for (const name of ['premium', 'Pre\u200bmium', 'Ｐremium'])
    expect((await app.post('/api/admin/transfer-types', { name }, staff)).status).toBe(409)
  expect((await app.post('/api/admin/transfer-types', { name: '' }, staff)).status).toBe(422)
  const put = (form: object) =>
    app.send('PUT', '/api/admin/transfer-types/3', { ...made.body, ...form }, staff)
  expect((await put({ isActive: false })).body).toMatchObject({ isActive: false })
  expect((await put({ name: 'Altro' })).status).toBe(409)
  await app.post('/api/admin/route-prices', await twoPlaces(app, staff), staff)
  expect((await app.send('DELETE', '/api/admin/transfer-types/1', undefined, staff)).status).toBe(409)
  expect((await app.send('DELETE', '/api/admin/transfer-types/3', undefined, staff)).status).toBe(204)
  expect((await app.get('/api/admin/transfer-types/3', staff)).status).toBe(404)
})

test('a route is created from two places: slug, address and prices follow the contract, and it is public at once', async () => {
  const staff = await empty.logIn({ isSuperAdmin: false })
  const ends = await twoPlaces(empty, staff)
  const made = await empty.post(
    '/api/admin/route-prices',
    {
      ...ends,
      distanceKm: 84,
      estimatedDuration: '1 h',
      priceMin2Pax: '€ 40',
      price1to3Pax: '110,50',
      price4to8Pax: 130,
      price3to4Pax: '',
    },
    staff,
  )
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    transferTypeId: 1,
    transferType: 'Economy condiviso',
    slug: 'aeroporto-brindisi-gallipoli',
    canonicalUrl: 'https://www.salento.example/tratte/transfer-aeroporto-brindisi-gallipoli/',
    priceMin2Pax: '40',
    price3to4Pax: null,
    price1to3Pax: '110.50',
    price4to8Pax: '130',
    isActive: true,
    isMainRoute: false,
  })
  await eventually(async () =>
    expect((await empty.get('/api/transfer-routes/aeroporto-brindisi-gallipoli')).status).toBe(200),
  )
  expect(await events(empty)).toContain('catalog:routeCreated')
})

test('a route with wrong fields is refused with the messages of the specification and changes nothing', async () => {
  const staff = await empty.logIn()
  const ends = await twoPlaces(empty, staff, 'Aeroporto Lecce', 'Lecce')
  const routes = () => empty.sql`select * from route_prices order by id`
  const before = await routes()
  const errors = async (form: object) => {
    const { status, body } = await empty.post('/api/admin/route-prices', form, staff)
    return [status, body.errors?.[0]]
  }
  const { departureLocationId, destinationLocationId } = ends
  expect(await errors({ destinationLocationId })).toMatchObject([422, { path: 'departureLocationId' }])
  expect(await errors({ destinationLocationId, departureLocationId: 0 })).toEqual([
    422,
    { path: 'departureLocationId', message: 'Seleziona una località di partenza' },
  ])
  expect(await errors({ departureLocationId, destinationLocationId: 99_999 })).toEqual([
    422,
    { path: 'destinationLocationId', message: 'Seleziona una località di destinazione' },
  ])
  expect(await errors({ departureLocationId, destinationLocationId: departureLocationId })).toMatchObject([
    422,
    { path: 'destinationLocationId' },
  ])
  for (const price of ['-5', 'abc', '40.123', '1e3', true, [40], -5])
    expect(await errors({ ...ends, priceMin2Pax: price })).toMatchObject([422, { path: 'priceMin2Pax' }])
  expect(await errors({ ...ends, slug: 'popular' })).toMatchObject([422, { path: 'slug' }])
  expect(await errors({ ...ends, slug: '!!!' })).toMatchObject([422, { path: 'slug' }])
  expect(await errors({ ...ends, transferTypeId: 77 })).toMatchObject([422, { path: 'transferTypeId' }])
  expect(await errors({ ...ends, distanceKm: 1.5 })).toEqual([
    422,
    { path: 'distanceKm', message: 'La distanza è un numero intero di chilometri' },
  ])
  expect(await errors({ ...ends, canonicalUrl: 'https://evil.example/tratte/x/' })).toMatchObject([
    422,
    { path: 'canonicalUrl' },
  ])
  expect(await routes()).toEqual(before)
})

test('slugs are stored without prefix and belong to one route; a pair of places has one route for each type', async () => {
  const staff = await empty.logIn()
  const ends = await twoPlaces(empty, staff, 'Aeroporto Bari', 'Città Bella')
  const made = await empty.post('/api/admin/route-prices', { ...ends, slug: 'transfer-Città Nuova' }, staff)
  expect(made.body.slug).toBe('citta-nuova')
  expect((await empty.post('/api/admin/route-prices', ends, staff)).status).toBe(409)
  const other = { ...ends, transferTypeId: 2 }
  expect((await empty.post('/api/admin/route-prices', { ...other, slug: 'citta-nuova' }, staff)).status).toBe(
    409,
  )
  expect((await empty.post('/api/admin/route-prices', other, staff)).body.slug).toBe(
    'aeroporto-bari-citta-bella',
  )
})

test('the old slug redirects to the new one in one hop, also after a second change; a deleted route answers 410', async () => {
  const staff = await empty.logIn()
  const ends = await twoPlaces(empty, staff, 'Aeroporto Foggia', 'Maglie')
  let { body } = await empty.post('/api/admin/route-prices', ends, staff)
  const path = `/api/admin/route-prices/${body.id}`
  for (const slug of ['seconda', 'terza'])
    body = (await empty.send('PUT', path, { ...body, slug }, staff)).body
  expect(body.canonicalUrl).toBe('https://www.salento.example/tratte/transfer-terza/')
  await empty.drain()
  for (const old of ['aeroporto-foggia-maglie', 'seconda'])
    await eventually(async () => {
      const { status, headers } = await empty.get(`/tratte/transfer-${old}/`)
      expect([status, headers.get('location')]).toEqual([301, '/tratte/transfer-terza/'])
    })
  expect((await empty.send('DELETE', path, undefined, staff)).status).toBe(204)
  await empty.drain()
  await eventually(async () => expect((await empty.get('/tratte/transfer-terza/')).status).toBe(410))
  expect((await empty.get('/tratte/transfer-seconda/')).status).toBe(410)
  expect((await empty.get(path, staff)).status).toBe(404)
})

test('every changed price is recorded with who, from and to, one batch for each save; a stale form changes nothing', async () => {
  const staff = await empty.logIn()
  const earlier = (await events(empty)).length
  const { body } = await empty.post(
    '/api/admin/route-prices',
    { ...(await twoPlaces(empty, staff, 'Aeroporto Taranto', 'Nardò')), priceMin2Pax: 40, price1to3Pax: 110 },
    staff,
  )
  const path = `/api/admin/route-prices/${body.id}`
  const form = { ...body, priceMin2Pax: '42,5', price1to3Pax: '110.00', price4to8Pax: 130 }
  expect((await empty.send('PUT', path, form, staff)).body).toMatchObject({ priceMin2Pax: '42.50' })
  const changes = await empty.sql`select * from price_changes where route_id = ${body.id} order by id`
  expect(changes).toMatchObject([
    {
      field: 'priceMin2Pax',
      priceFrom: '40.00',
      priceTo: '42.50',
      changedBy: expect.stringMatching(/^staff-/),
    },
    { field: 'price4to8Pax', priceFrom: null, priceTo: '130.00' },
  ])
  expect(new Set(changes.map(({ batchId }) => batchId)).size).toBe(1)
  expect((await empty.send('PUT', path, { ...form, priceMin2Pax: 1 }, staff)).status).toBe(409)
  expect((await empty.get(path, staff)).body.priceMin2Pax).toBe('42.50')
  expect((await events(empty)).slice(earlier)).toEqual([
    'catalog:locationCreated',
    'catalog:locationCreated',
    'catalog:routeCreated',
    'catalog:pricesChanged',
    'catalog:routeUpdated',
  ])
})

test('a separate call switches a route on and off, and it is not on the site while it is off', async () => {
  const staff = await empty.logIn()
  const earlier = (await events(empty)).length
  const ends = await twoPlaces(empty, staff, 'Aeroporto Napoli', 'Galatina')
  const { body } = await empty.post('/api/admin/route-prices', ends, staff)
  const path = `/api/admin/route-prices/${body.id}/active-status`
  const off = await empty.send('PUT', path, { isActive: false }, staff)
  expect(off.body).toMatchObject({ id: body.id, isActive: false })
  await eventually(async () => expect((await empty.get(`/tratte/transfer-${body.slug}/`)).status).toBe(404))
  expect((await empty.send('PUT', path, {}, staff)).status).toBe(422)
  expect(
    (await empty.send('PUT', '/api/admin/route-prices/999/active-status', { isActive: true }, staff)).status,
  ).toBe(404)
  await empty.send('PUT', path, { isActive: true }, staff)
  await eventually(async () => expect((await empty.get(`/tratte/transfer-${body.slug}/`)).status).toBe(200))
  expect((await events(empty)).slice(earlier).filter((type) => /activated/i.test(type))).toEqual([
    'catalog:routeDeactivated',
    'catalog:routeActivated',
  ])
})

test('the list of routes is an array, or a page; it is searched, filtered and sorted', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const list = async (query: string) => (await app.get(`/api/admin/route-prices${query}`, staff)).body
  expect(await list('')).toHaveLength(273)
  expect(await list('?page=2&limit=100')).toMatchObject({ page: 2, totalPages: 3, total: 273 })
  expect(await list('?page=1&active=false')).toMatchObject({ total: 5 })
  expect(await list('?page=1&main=true')).toMatchObject({ total: 24 })
  expect(await list('?page=1&departure=10')).toMatchObject({ total: 64 })
  expect(await list('?page=1&missing=texts')).toMatchObject({ total: 273 })
  expect(await list('?page=1&missing=prices')).toMatchObject({ total: 0 })
  expect(await list('?search=brindisi gallipoli')).toMatchObject([{ slug: 'aeroporto-brindisi-gallipoli' }])
  const sorted = await list('?page=1&sort=-distance')
  expect(sorted.items[0].distanceKm).toBeGreaterThan(230)
  await app.sql`update route_prices set price4to8_pax = null where slug = 'aeroporto-bari-gallipoli'`
  expect(await list('?missing=prices')).toMatchObject([{ slug: 'aeroporto-bari-gallipoli' }])
  expect((await app.get('/api/admin/route-prices?sort=slug', staff)).status).toBe(422)
})

test('a main route gets its return and the routes of station and airport, once, however often it is requested', async () => {
  const staff = await app.logIn()
  const [main] = await app.sql`
    select id, destination_location_id as place, distance_km, price_min2_pax, price1to3_pax from route_prices
    where slug = 'aeroporto-brindisi-gallipoli'`
  await app.sql`update route_prices set is_main_route = true, long_description = 'Testo' where id = ${main?.id}`
  // The call creates no second route for a pair of places: it links the route from Stazione Lecce.
  await app.sql`delete from route_prices where slug in ('aeroporto-bari-gallipoli')`
  const paths = [
    `/api/admin/route-prices/${main?.id}/generate-correlated-routes`,
    `/api/admin/correlated-routes/${main?.id}`,
  ]
  const first = await app.post(paths[0] ?? '', {}, staff)
  expect(first.status).toBe(202)
  const done = await job(app, first.body.jobId, staff)
  expect(done).toMatchObject({ status: 'completed', result: { created: 4, adopted: 1, left: [] } })
  expect(done.log.length).toBeGreaterThanOrEqual(4)
  const family = await app.get(`/api/admin/correlated-routes/${main?.id}`, staff)
  expect(family.body).toMatchObject([
    { slug: 'gallipoli-aeroporto-brindisi', label: 'Ritorno', isEdited: false },
    { slug: 'stazione-lecce-gallipoli', label: 'Stazione', isEdited: true },
    { slug: 'gallipoli-stazione-lecce', label: 'Stazione' },
    { slug: 'aeroporto-bari-gallipoli', label: 'Aeroporto' },
    { slug: 'gallipoli-aeroporto-bari', label: 'Aeroporto' },
  ])
  const [back] = await app.sql`select * from route_prices where slug = 'gallipoli-aeroporto-brindisi'`
  expect(back).toMatchObject({
    mainRouteId: main?.id,
    distanceKm: main?.distanceKm,
    priceMin2Pax: null,
    followsId: main?.id,
    longDescription: 'Testo',
  })
  const [bari] = await app.sql`select * from route_prices where slug = 'aeroporto-bari-gallipoli'`
  expect(bari).toMatchObject({ priceMin2Pax: null, longDescription: null })
  expect(bari?.distanceKm).toBeGreaterThan(150)
  expect(Number(bari?.price1to3Pax)).toBeGreaterThan(Number(main?.price1to3Pax))
  expect(Number(bari?.price1to3Pax) % 5).toBe(0)
  const again = await app.post(paths[1] ?? '', {}, staff)
  expect(await job(app, again.body.jobId, staff)).toMatchObject({
    status: 'completed',
    result: { created: 0, adopted: 0, restored: 0 },
  })
  expect((await app.get(`/api/admin/correlated-routes/${main?.id}`, staff)).body).toEqual(family.body)
})

test('only a main route gets related routes, and an unknown one is not found', async () => {
  const staff = await app.logIn()
  const jobs = () => app.sql`select id from jobs order by id`
  const before = await jobs()
  const [plain] = await app.sql`select id from route_prices where not is_main_route limit 1`
  expect((await app.post(`/api/admin/correlated-routes/${plain?.id}`, {}, staff)).status).toBe(409)
  expect((await app.post('/api/admin/correlated-routes/99999', {}, staff)).status).toBe(404)
  expect((await app.get('/api/admin/correlated-routes/99999', staff)).status).toBe(404)
  expect(await jobs()).toEqual(before)
})

/** Makes the route from Brindisi airport to a place a main route and creates its family. Returns the id of the main route. */
async function familyOf(app: App, staff: Record<string, string>, place: string): Promise<number> {
  const [{ id } = { id: 0 }] = await app.sql<{ id: number }[]>`
    update route_prices set is_main_route = true where slug = ${`aeroporto-brindisi-${place}`} returning id`
  const started = await app.post(`/api/admin/correlated-routes/${id}`, {}, staff)
  await job(app, started.body.jobId, staff)
  return id
}

test('a return keeps what staff changed in it when its main route is saved, and stays when the family is deleted', async () => {
  const staff = await app.logIn()
  const id = await familyOf(app, staff, 'otranto')
  const [{ id: backId } = { id: 0 }] = await app.sql<{ id: number }[]>`
    select id from route_prices where slug = 'otranto-aeroporto-brindisi'`
  const save = async (route: number, fields: object) => {
    const form = (await app.get(`/api/admin/route-prices/${route}`, staff)).body
    const saved = await app.send('PUT', `/api/admin/route-prices/${route}`, { ...form, ...fields }, staff)
    expect(saved.status).toBe(200)
  }
  await save(backId, { distanceKm: 88, longDescription: 'Il ritorno' })
  await save(id, { distanceKm: 91, longDescription: 'Altro', touristInfo: 'Nuovo', price1to3Pax: 115 })
  expect((await app.get(`/api/admin/route-prices/${backId}`, staff)).body).toMatchObject({
    distanceKm: 88,
    longDescription: 'Il ritorno',
    touristInfo: 'Nuovo',
    price1to3Pax: '115',
  })
  const gone = await app.send('DELETE', `/api/admin/correlated-routes/${id}`, undefined, staff)
  // The two routes that existed before their family stay too.
  expect(gone.body).toEqual({ deleted: 2, detached: 3 })
  expect((await app.get(`/api/admin/route-prices/${backId}`, staff)).status).toBe(200)
})

test('the return follows its main route; deleting the family keeps what staff have edited', async () => {
  const staff = await app.logIn()
  const [{ last }] = await app.sql<[{ last: number }]>`select coalesce(max(id), 0) as last from price_changes`
  const id = await familyOf(app, staff, 'santa-maria-di-leuca')
  const main = (await app.get(`/api/admin/route-prices/${id}`, staff)).body
  const saved = await app.send(
    'PUT',
    `/api/admin/route-prices/${id}`,
    {
      ...main,
      priceMin2Pax: 41,
      price3to4Pax: 111,
      price5to7Pax: 121,
      price1to3Pax: 115,
      price4to8Pax: 135,
      pricePremium1to3Pax: 161,
      pricePremium4to7Pax: 171,
      distanceKm: 91,
      estimatedDuration: '1 h 5 min',
      longDescription: 'Altro',
      touristInfo: 'Nuovo',
    },
    staff,
  )
  expect(saved.status).toBe(200)
  const [{ id: backId } = { id: 0 }] = await app.sql<{ id: number }[]>`
    select id from route_prices where slug = 'santa-maria-di-leuca-aeroporto-brindisi'`
  const { body: back } = await app.get(`/api/admin/route-prices/${backId}`, staff)
  expect(back).toMatchObject({
    hasOwnPrices: false,
    priceMin2Pax: '41',
    price3to4Pax: '111',
    price5to7Pax: '121',
    price1to3Pax: '115',
    price4to8Pax: '135',
    pricePremium1to3Pax: '161',
    pricePremium4to7Pax: '171',
    distanceKm: 91,
    estimatedDuration: '1 h 5 min',
    longDescription: 'Altro',
    touristInfo: 'Nuovo',
  })
  const changes = await app.sql`select route_id, batch_id from price_changes where id > ${last}`
  expect(new Set(changes.map(({ routeId }) => routeId))).toEqual(new Set([id, backId]))
  expect(new Set(changes.map(({ batchId }) => batchId)).size).toBe(1)
  const family = (await app.get(`/api/admin/correlated-routes/${id}`, staff)).body
  const edited = family.find(({ slug }: { slug: string }) => slug === 'santa-maria-di-leuca-stazione-lecce')
  const form = (await app.get(`/api/admin/route-prices/${edited.id}`, staff)).body
  await app.send('PUT', `/api/admin/route-prices/${edited.id}`, { ...form, price1to3Pax: 66 }, staff)
  const other = family.find(({ slug }: { slug: string }) => slug === 'santa-maria-di-leuca-aeroporto-bari')
  await app.send('PUT', `/api/admin/route-prices/${other.id}/active-status`, { isActive: false }, staff)
  const gone = await app.send('DELETE', `/api/admin/correlated-routes/${id}`, undefined, staff)
  // Two of the kept routes, from the other hubs, existed before the family.
  expect(gone.body).toEqual({ deleted: family.length - 3, detached: 3 })
  expect((await app.get(`/api/admin/correlated-routes/${id}`, staff)).body).toEqual([])
  expect((await app.get(`/api/admin/route-prices/${edited.id}`, staff)).body).toMatchObject({
    mainRouteId: null,
    price1to3Pax: '66',
  })
  expect((await app.get(`/api/admin/route-prices/${id}`, staff)).status).toBe(200)
  await app.drain()
  await eventually(async () =>
    expect((await app.get('/tratte/transfer-santa-maria-di-leuca-aeroporto-brindisi/')).status).toBe(410),
  )
})

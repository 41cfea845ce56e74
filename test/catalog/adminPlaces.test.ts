import { expect, test } from 'vitest'
import { type App, startApp } from '../app.ts'
import { endExpiredOf } from '../expired.ts'
import { long } from '../length.ts'
import { cli } from '../operator.ts'
import { googleErrors, openGoogle } from '../providers/google.ts'

type Headers = Record<string, string>

async function useKey(app: App, boss: Headers, apiKey: string) {
  const form = { name: 'maps-places', apiKey, isActive: true }
  expect((await app.post('/api/admin/api-configurations', form, boss)).status).toBe(201)
}

async function calculate(
  app: App,
  staff: Headers,
  departureLocationId: number,
  destinationLocationId: number,
) {
  const ids = { departureLocationId, destinationLocationId }
  const { status, body } = await app.post('/api/admin/calculate-route-details', ids, staff)
  return { status, ...body }
}

async function idOf(app: App, name: string): Promise<number> {
  const [row] = await app.sql`select id from locations where name = ${name}`
  return row?.id
}

async function job(app: App, id: number, staff: Headers) {
  await app.drain()
  return (await app.get(`/api/admin/jobs/${id}`, staff)).body
}

test('without a key a distance is estimated and said to be an estimate', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const place = await idOf(app, 'Gallipoli')
  expect(await calculate(app, staff, 4, place)).toEqual({
    status: 200,
    distanceKm: 84,
    estimatedDuration: '1 h',
    source: 'stima',
  })
  await app.sql`update locations set latitude = null where id = ${place}`
  expect(await calculate(app, staff, 4, place)).toMatchObject({ status: 422, detail: 'Coordinate mancanti' })
  expect(await calculate(app, staff, 4, 4)).toMatchObject({ status: 422 })
  expect(await calculate(app, staff, 4, 99_999)).toMatchObject({ status: 422 })
  expect((await app.post('/api/admin/calculate-route-details', {}, staff)).status).toBe(422)
  const matrix = (from: string, to: string) =>
    app.get(
      `/api/distance-matrix?origins=${encodeURIComponent(from)}&destinations=${encodeURIComponent(to)}`,
      staff,
    )
  expect((await matrix('Aeroporto Brindisi', '40.0559,17.9926')).body).toMatchObject({
    status: 'OK',
    source: 'stima',
    distanceKm: expect.any(Number),
  })
  expect((await matrix('Aeroporto Brindisi', 'Atlantide')).body).toMatchObject({
    status: 'NOT_FOUND',
    distanceKm: null,
    error: 'Coordinate mancanti',
  })
  expect((await matrix('', '')).status).toBe(422)
})

test('with an active key Google measures the distance; if it refuses or is down the form says so', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ data: 'demo', env: google.env })
  const boss = await app.logIn()
  await useKey(app, boss, google.key)
  const place = await idOf(app, 'Gallipoli')
  expect(await calculate(app, boss, 4, place)).toEqual({
    status: 200,
    distanceKm: 85,
    estimatedDuration: '1 h 10 min',
    source: 'google',
  })
  expect(google.asked[0]).toMatchObject({
    path: '/directions/v2:computeRoutes',
    headers: { 'x-goog-api-key': google.key, 'x-goog-fieldmask': 'routes.distanceMeters,routes.duration' },
    body: { travelMode: 'DRIVE', origin: { location: { latLng: { latitude: 40.6576 } } } },
  })
  google.always(googleErrors.serviceDisabled)
  const refused = await calculate(app, boss, 4, place)
  expect(refused).toMatchObject({ status: 502, detail: 'Errore calcolo' })
  const suggested = await app.get('/api/places/autocomplete?input=otr', boss)
  expect(suggested.body).toMatchObject({
    status: 'REQUEST_DENIED',
    predictions: expect.arrayContaining([expect.objectContaining({ description: 'Otranto, LE' })]),
    source: 'dati inclusi',
    error: 'API non configurata',
  })
  expect(app.lines.join('\n')).not.toContain(google.key)
})

test('places are suggested from three characters on: from the gazetteer without a key, and only to staff', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const ask = async (input: string) =>
    (await app.get(`/api/places/autocomplete?input=${encodeURIComponent(input)}`, staff)).body
  expect(await ask('ga')).toEqual({
    status: 'ZERO_RESULTS',
    predictions: [],
    source: 'dati inclusi',
  })
  expect((await ask('galli')).predictions[0]).toMatchObject({
    description: 'Gallipoli, LE',
    structured_formatting: { main_text: 'Gallipoli' },
  })
  expect(await ask('xyzxyz')).toMatchObject({ status: 'ZERO_RESULTS', predictions: [] })
  const { place_id: id } = (await ask('galli')).predictions[0]
  expect((await app.get(`/api/places/details?place_id=${id}`, staff)).body).toMatchObject({
    status: 'OK',
    result: { place_id: id, name: 'Gallipoli', locationType: 'Città', cap: '73014' },
  })
  expect((await app.get('/api/places/details?place_id=salento:99999', staff)).body).toEqual({
    status: 'NOT_FOUND',
    result: null,
  })
  expect((await app.get('/api/places/details', staff)).status).toBe(422)
  expect((await app.get('/api/places/autocomplete?input=galli')).status).toBe(401)
})

test('with an active key Google suggests places with their CAP and position', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key } })
  const staff = await app.logIn({ isSuperAdmin: false })
  const { body } = await app.get('/api/places/autocomplete?input=otr&session=abc', staff)
  expect(body).toMatchObject({ status: 'OK', predictions: [{ place_id: 'ChIJ-otranto' }] })
  expect(google.asked[0]?.body).toMatchObject({ languageCode: 'it', sessionToken: 'abc' })
  expect((await app.get('/api/places/autocomplete?input=zero', staff)).body.status).toBe('ZERO_RESULTS')
  expect((await app.get('/api/places/details?place_id=ChIJ-otranto', staff)).body.result).toEqual({
    place_id: 'ChIJ-otranto',
    name: 'Otranto',
    locationType: 'Città',
    cap: '73028',
    latitude: 40.1439,
    longitude: 18.4911,
  })
  expect((await app.get('/api/places/details?place_id=ChIJ-none', staff)).body.status).toBe('NOT_FOUND')
})

test('a place is synchronised from the gazetteer or from Google, which keeps an existing position', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: google.env })
  const boss = await app.logIn()
  const made = await app.post('/api/admin/locations', { name: 'Otranto', locationType: 'Città' }, boss)
  const sync = (id: number) => app.post(`/api/admin/locations/${id}/sync`, {}, boss)
  expect((await sync(made.body.id)).body).toMatchObject({ cap: '73028', latitude: expect.any(Number) })
  const unknown = await app.post('/api/admin/locations', { name: 'Atlantide', locationType: 'Città' }, boss)
  expect(await sync(unknown.body.id)).toMatchObject({
    status: 404,
    body: { detail: 'Nessun luogo trovato per Atlantide.' },
  })
  expect((await sync(99_999)).status).toBe(404)
  await useKey(app, boss, google.key)
  const before = (await app.get(`/api/admin/locations/${made.body.id}`, boss)).body
  expect((await sync(made.body.id)).body).toMatchObject({
    googlePlaceId: 'ChIJ-otranto',
    latitude: before.latitude,
  })
  expect((await sync(unknown.body.id)).status).toBe(409)
  google.always(googleErrors.serviceDisabled)
  expect(await sync(made.body.id)).toMatchObject({ status: 502, body: { detail: 'API non configurata' } })
})

test('one job synchronises all places without a place id and reports the results', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await app.post('/api/admin/locations', { name: 'Atlantide', locationType: 'Città' }, staff)
  expect((await app.get('/api/admin/locations?state=pending&page=1', staff)).body.total).toBe(284)
  const { status, body } = await app.post('/api/admin/locations/sync-all', {}, staff)
  expect(status).toBe(202)
  expect(await job(app, body.jobId, staff)).toMatchObject({
    status: 'completed',
    progress: { done: 284, total: 284 },
    result: { synced: 283, notFound: 1 },
  })
  expect((await app.get('/api/admin/locations?state=pending', staff)).body).toMatchObject([
    { name: 'Atlantide' },
  ])
  // Only Google's own ids count as synchronised with Google.
  expect((await app.get('/api/admin/locations?state=google', staff)).body).toEqual([])
  const own = (await app.get('/api/admin/locations?state=own', staff)).body
  expect(own).toHaveLength(283)
  expect(own[0]).toMatchObject({ googlePlaceId: null, gazetteerId: expect.stringMatching(/^salento:\d+$/) })
})

test('synchronising without a key adds the id of the bundled place, and keeps the id of Google', async () => {
  await using app = await startApp()
  const staff = await app.logIn({ isSuperAdmin: false })
  const form = { name: 'Otranto', locationType: 'Città', googlePlaceId: 'ChIJ-otranto' }
  const { id } = (await app.post('/api/admin/locations', form, staff)).body
  const { status, body } = await app.post(`/api/admin/locations/${id}/sync`, {}, staff)
  expect([status, body]).toMatchObject([
    200,
    { googlePlaceId: 'ChIJ-otranto', gazetteerId: expect.stringMatching(/^salento:/) },
  ])
  // Another place with one of the two ids is refused at its field.
  for (const googlePlaceId of [body.googlePlaceId, body.gazetteerId])
    expect(
      await app.post('/api/admin/locations', { ...form, name: 'Idrunte', googlePlaceId }, staff),
    ).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'googlePlaceId', message: 'Questo luogo è già la località Otranto.' }] },
    })
})

test('places with only the id of a bundled place are to be synchronised once there is a key', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: google.env })
  const boss = await app.logIn()
  for (const [name, googlePlaceId] of [
    ['Otranto', 'salento:104'],
    ['Lecce', ''],
    ['Gallipoli', 'ChIJ-gallipoli'],
  ])
    await app.post('/api/admin/locations', { name, locationType: 'Città', googlePlaceId }, boss)
  const unsynced = async () => {
    const { items, total } = (await app.get('/api/admin/locations/unsynced?limit=1', boss)).body
    const { out } = await cli(app, ['locations', 'sync', '--json'])
    return { items: items.map(({ name }: { name: string }) => name), total, ...JSON.parse(out) }
  }
  expect(await unsynced()).toMatchObject({ items: ['Lecce'], total: 1, pending: ['Lecce'] })
  await useKey(app, boss, google.key)
  expect(await unsynced()).toMatchObject({ items: ['Lecce'], total: 2, pending: ['Lecce', 'Otranto'] })
  const { body } = await app.post('/api/admin/locations/sync-all', {}, boss)
  expect(await job(app, body.jobId, boss)).toMatchObject({ progress: { total: 2 } })
})

test('the import adds each missing comune of the province of Lecce, never twice', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.post('/api/admin/locations', { name: 'LECCE', locationType: 'Città' }, staff)
  for (const added of [95, 0]) {
    const { status, body } = await app.post('/api/admin/locations/import-lecce', {}, staff)
    expect(status).toBe(202)
    expect(await job(app, body.jobId, staff)).toMatchObject({ status: 'completed', result: { added } })
  }
  const [{ count } = { count: 0 }] =
    await app.sql`select count(*) from locations where location_type = 'Città'`
  expect(count).toBe(96)
  const names = await app.sql`
    select l.name, aliases -> 'it' ->> 0 as alias from location_names join locations l using (id)
    where l.name in ('LECCE', 'Carpignano Salentino') order by l.name`
  expect(names).toEqual([
    { name: 'Carpignano Salentino', alias: 'Carpignano' },
    { name: 'LECCE', alias: 'Lupiae' },
  ])
})

test('a position from Google is replaced after thirty days, by open data if there are some; its place id and entries of staff stay', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key } })
  const staff = await app.logIn()
  const add = async (name: string, form: object = {}) =>
    (await app.post('/api/admin/locations', { name, locationType: 'Città', ...form }, staff)).body
  const at = { latitude: 40.1439, longitude: 18.4911 }
  const picked = { ...at, googlePosition: '40.1439,18.4911' }
  const synced = await add('Otranto')
  await app.post(`/api/admin/locations/${synced.id}/sync`, {}, staff)
  await add('Lido Ignoto', { ...picked, googlePlaceId: 'ChIJ-lido' })
  await add('Lido Staff', { ...picked, latitude: 40.2, googlePlaceId: 'ChIJ-staff' })
  const mended = await add('Lido Corretto', { ...picked, googlePlaceId: 'ChIJ-corretto' })
  const path = `/api/admin/locations/${mended.id}`
  expect((await app.send('PUT', path, { ...mended, longitude: 18.5 }, staff)).status).toBe(200)
  const positions = () => app.sql`
    select name, google_place_id as id, latitude from locations order by name`
  const before = await positions()
  await app.sql`update locations set google_position_at = google_position_at - interval '29 days'`
  await endExpiredOf(app.sql, 'forgetGooglePositions')
  expect(await positions()).toEqual(before)
  await app.sql`update locations set google_position_at = google_position_at - interval '2 days'`
  expect(await endExpiredOf(app.sql, 'forgetGooglePositions')).toBe(2)
  expect(await positions()).toEqual([
    { name: 'Lido Corretto', id: 'ChIJ-corretto', latitude: 40.1439 },
    { name: 'Lido Ignoto', id: 'ChIJ-lido', latitude: null },
    { name: 'Lido Staff', id: 'ChIJ-staff', latitude: 40.2 },
    { name: 'Otranto', id: 'ChIJ-otranto', latitude: 40.14789 },
  ])
  expect(await endExpiredOf(app.sql, 'forgetGooglePositions')).toBe(0)
})

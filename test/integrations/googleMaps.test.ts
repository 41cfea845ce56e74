import { expect, test } from 'vitest'
import { startApp } from '../app.ts'
import { long } from '../length.ts'
import { googleErrors, openGoogle } from '../providers/google.ts'

// Simulates each documented failure of Google in the three calls that the product uses.

const denied = {
  status: 'REQUEST_DENIED',
  error: 'API non configurata',
  detail: 'Errore calcolo',
  isPaused: true,
}
const quota = {
  status: 'OVER_QUERY_LIMIT',
  error: 'Limite di richieste a Google raggiunto',
  detail: 'Errore calcolo',
  isPaused: true,
}
const network = {
  status: 'UNKNOWN_ERROR',
  error: 'Errore di rete',
  detail: 'Errore di rete',
  isPaused: false,
}
const strange = {
  status: 'UNKNOWN_ERROR',
  error: 'Google non ha risposto come previsto',
  detail: 'Errore calcolo',
  isPaused: false,
}
const invalid = {
  status: 'INVALID_REQUEST',
  error: 'Richiesta non valida',
  detail: 'Errore calcolo',
  isPaused: false,
}

const outcomes: Record<Exclude<keyof typeof googleErrors, 'slow' | 'notFound'>, typeof denied> = {
  keyInvalid: denied,
  badArgument: invalid,
  unauthenticated: denied,
  serviceDisabled: denied,
  serviceBlocked: denied,
  billingDisabled: denied,
  ipBlocked: denied,
  referrerBlocked: denied,
  quotaMinute: quota,
  quotaDay: quota,
  internal: strange,
  badGateway: strange,
  unavailable: strange,
  deadline: strange,
  cut: network,
  malformed: strange,
  list: strange,
  text: strange,
}

const ours = expect.arrayContaining([expect.objectContaining({ description: 'Otranto, LE' })])

test('for every failure of Google, staff get data labelled as bundled, and the reason', long, async () => {
  await using google = await openGoogle()
  await using away = await startApp({ data: 'demo', env: google.env })
  const boss = await away.logIn()
  const form = { name: 'maps-places', apiKey: 'AIza-first', isActive: true }
  let configuration = (await away.post('/api/admin/api-configurations', form, boss)).body
  const [place] = await away.sql`select id from locations where name = 'Gallipoli'`
  for (const [name, { status, error, detail, isPaused }] of Object.entries(outcomes)) {
    const staff = await away.logIn({ isSuperAdmin: false })
    // A failure pauses only calls with the same key. Each failure gets its own key, so no earlier pause affects it.
    const key = `AIza-${name}`
    const path = `/api/admin/api-configurations/${configuration.id}`
    configuration = (await away.send('PUT', path, { ...configuration, apiKey: key }, boss)).body
    const askedBefore = google.asked.length
    await away.sql`delete from rate_limits`
    google.always(googleErrors[name as keyof typeof outcomes])
    const asks = async () => {
      const suggested = await away.get('/api/places/autocomplete?input=otr&session=abc', staff)
      expect(suggested, name).toMatchObject({
        status: 200,
        body: { status, error, source: 'dati inclusi', predictions: ours },
      })
      const details = await away.get('/api/places/details?place_id=ChIJ-otranto&session=abc', staff)
      expect(details, name).toMatchObject({ status: 200, body: { status, error, result: null } })
      const ids = { departureLocationId: 4, destinationLocationId: place?.id }
      const measured = await away.post('/api/admin/calculate-route-details', ids, staff)
      expect(measured, name).toMatchObject({
        status: 502,
        body: { detail, reason: error, estimate: { distanceKm: 84, source: 'stima' } },
      })
      const query = 'origins=Aeroporto%20Brindisi&destinations=Gallipoli'
      const matrix = await away.get(`/api/distance-matrix?${query}`, staff)
      expect(matrix, name).toMatchObject({
        status: 200,
        body: { status, error, distanceKm: 84, source: 'stima' },
      })
      return [suggested, details, measured, matrix]
    }
    const replies = [...(await asks()), ...(await asks())]
    const asked = google.asked.length - askedBefore
    // No failure is retried. With `isPaused`, Google is called only once for places and once for routes.
    if (isPaused) expect(asked, name).toBe(2)
    else expect(asked, name).toBe(name === 'badArgument' ? 8 : 6)
    if (name !== 'badArgument') {
      const { tiles } = (await away.get('/api/admin/system', staff)).body
      expect(tiles, name).toContainEqual(
        expect.objectContaining({
          name: 'Google Maps',
          state: 'attenzione',
          text: expect.stringMatching(/API/),
        }),
      )
    }
    expect(JSON.stringify(replies) + away.lines.join('\n'), name).not.toContain(key)
  }
})

test('a slow Google delays a call at most until its deadline', long, async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key } })
  const staff = await app.logIn({ isSuperAdmin: false })
  google.always(googleErrors.slow)
  const { body } = await app.get('/api/places/autocomplete?input=otr', staff)
  expect(body).toMatchObject({ status: 'UNKNOWN_ERROR', error: 'Errore di rete', source: 'dati inclusi' })
})

test('a place that Google no longer knows is not found, and a missing road is estimated', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ data: 'demo', env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key } })
  const staff = await app.logIn({ isSuperAdmin: false })
  google.next(googleErrors.notFound)
  expect((await app.get('/api/places/details?place_id=ChIJ-otranto', staff)).body).toEqual({
    status: 'NOT_FOUND',
    result: null,
  })
  google.next({ body: {} })
  const ids = { departureLocationId: 4, destinationLocationId: 10 }
  expect(await app.post('/api/admin/calculate-route-details', ids, staff)).toMatchObject({
    status: 502,
    body: { detail: 'Errore calcolo', estimate: { source: 'stima' } },
  })
})

test('a key that works again, or another one, is used at once', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: google.env })
  const boss = await app.logIn()
  const form = { name: 'maps-places', apiKey: 'AIza-wrong', isActive: true }
  const { id, updatedAt } = (await app.post('/api/admin/api-configurations', form, boss)).body
  const ask = async () => (await app.get('/api/places/autocomplete?input=otr', boss)).body
  expect(await ask()).toMatchObject({ status: 'REQUEST_DENIED', source: 'dati inclusi' })
  const fixed = { ...form, apiKey: google.key, updatedAt }
  expect((await app.send('PUT', `/api/admin/api-configurations/${id}`, fixed, boss)).status).toBe(200)
  expect(await ask()).toMatchObject({ status: 'OK', source: 'google' })
})

test('typing and choosing are one session at Google, which sees no more of it', async () => {
  await using google = await openGoogle()
  await using app = await startApp({ env: { ...google.env, GOOGLE_MAPS_API_KEY: google.key } })
  const staff = await app.logIn({ isSuperAdmin: false })
  const session = crypto.randomUUID()
  for (const input of ['otr', 'otra', 'otran'])
    await app.get(`/api/places/autocomplete?input=${input}&session=${session}`, staff)
  await app.get(`/api/places/details?place_id=ChIJ-otranto&session=${session}`, staff)
  expect(google.billed).toEqual({ sessions: 1, single: 0 })
  for (const { body, path } of google.asked) {
    expect(JSON.stringify(body) + path).toContain(session)
    expect(path).not.toContain(google.key)
  }
  expect(google.asked[0]?.body).toMatchObject({
    languageCode: 'it',
    includedRegionCodes: ['it'],
    locationBias: { rectangle: { low: { latitude: 39.7 }, high: { latitude: 41.3 } } },
  })
  expect((await app.get('/api/places/autocomplete?input=otr&session=non%20valida!', staff)).status).toBe(422)
})

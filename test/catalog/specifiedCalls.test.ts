import { expect, test } from 'vitest'
import { openApp } from '../app.ts'

const app = await openApp({ data: 'demo' })

test('the check for a route answers false for texts that are no ids, and for places without a route', async () => {
  const [{ from, to }] = await app.sql<[{ from: number; to: number }]>`
    select departure_location_id as from, destination_location_id as to from route_prices
    where is_active and destination_location_id > 9 limit 1`
  const others = [`0x${to.toString(16)}`, `${to / 10}e1`, `${to}.0`, `0${to}`, `+${to}`, `-${to}`]
  for (const query of [
    'departure=x&destination=2',
    'departure=&destination=',
    'departure=4&destination=999999',
    '',
    `departure=${from}`,
    `departure=${from}&destination=${to}&destination=${to}`,
    ...['Stazione di Santa Maria di Leuca', '9'.repeat(4_000), '\n', '\0', ...others].map(
      (text) => `departure=${from}&destination=${encodeURIComponent(text)}`,
    ),
  ])
    expect([query, await app.get(`/api/routes/check?${query}`)]).toEqual([
      query,
      expect.objectContaining({ status: 200, body: { exists: false } }),
    ])
  expect((await app.get(`/api/routes/check?departure=${from}&destination=${to}`)).body).toEqual({
    exists: true,
  })
})

test('prices are saved from the bare list of id, field and value', async () => {
  const staff = await app.logIn()
  const [{ id }] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const body = [{ id, field: 'price1to3Pax', value: '111' }]
  const saved = await app.send('PUT', '/api/bulk-pricing/update', body, staff)
  expect([saved.status, saved.body.updated]).toEqual([200, 1])
  expect(await app.sql`select price1to3_pax from route_prices where id = ${id}`).toMatchObject([
    { price1to3Pax: '111.00' },
  ])
})

test('a place with the id of a bundled place has own data, and counts as synchronised only with Google’s id', async () => {
  const staff = await app.logIn()
  const counts = () =>
    Promise.all(
      ['google', 'own'].map(
        async (state) =>
          (await app.get(`/api/admin/locations?page=1&limit=1&state=${state}`, staff)).body.total,
      ),
    )
  expect(await counts()).toEqual([0, 0])
  const [{ id }] = await app.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
  const synced = await app.post(`/api/admin/locations/${id}/sync`, {}, staff)
  expect(synced.body).toMatchObject({ googlePlaceId: null, gazetteerId: expect.stringMatching(/^salento:/) })
  expect(await counts()).toEqual([0, 1])
  await app.sql`update locations set google_place_id = 'ChIJ-prova' where id = ${id}`
  expect(await counts()).toEqual([1, 0])
})

test('slug and canonical address of a route have at most 255 characters', async () => {
  const staff = await app.logIn()
  const refused = async (form: object) => {
    const ends = { departureLocationId: 4, destinationLocationId: 1 }
    const { status, body } = await app.post('/api/admin/route-prices', { ...ends, ...form }, staff)
    return [status, body.errors?.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ slug: 'a'.repeat(256) })).toEqual([422, ['slug']])
  const origin = 'https://www.salento.example/'
  expect(await refused({ canonicalUrl: origin.padEnd(256, 'a') })).toEqual([422, ['canonicalUrl']])
})

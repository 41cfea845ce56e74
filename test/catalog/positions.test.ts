import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import { coordinatesOf, coordinatesText } from '../../src/modules/catalog/placeSearch/coordinates.contract.ts'
import type { LocationSuggestion } from '../../src/modules/catalog/search/contract.ts'
import { openApp } from '../app.ts'
import { given } from '../given.ts'
import { newVisitor } from '../newAddress.ts'

// Visitors paste positions of their phones and links of maps. Gallipoli is at 40.05594, 17.99088.

const app = await openApp({ data: 'demo' })
let staff: Record<string, string>
beforeAll(async () => {
  staff = await app.logIn()
})

const google = 'https://www.google.com/maps'
const marker = '@40.3529,18.1743,17z/data=!3m1!4b1!4m6!3m5!1s0x134!8m2!3d40.0559!4d17.9908!16s%2Fg%2F1'
const longName = `Masseria+${'Li+Foggi+'.repeat(12)}`

const inGallipoli = [
  '40.0559, 17.9908',
  '40.0559 17.9908',
  '40.0559,17.9908',
  '(40.0559, 17.9908)',
  '40,0559 17,9908',
  '40,0559, 17,9908',
  '40,0559; 17,9908',
  '40.0559N 17.9908E',
  'N 40.0559 E 17.9908',
  '40.0559° N, 17.9908° E',
  '17.9908 E, 40.0559 N',
  '40°03\'21.2"N 17°59\'26.9"E',
  '40° 3′ 21″ N, 17° 59′ 27″ E',
  "40°03,35'N 17°59,45'O",
  'lat 40.0559, lon 17.9908',
  'Latitudine: 40,0559 Longitudine: 17,9908',
  'geo:40.0559,17.9908',
  'geo:40.0559,17.9908;u=35?z=12',
  'geo:0,0?q=40.0559,17.9908(Masseria)',
  'https://maps.google.com/?q=40.0559,17.9908',
  'http://maps.google.com/maps?q=loc:40.0559,17.9908',
  `${google}?q=40.0559%2C17.9908`,
  `${google}/search/?api=1&query=40.0559%2C17.9908`,
  `${google}/search/40.0559,+17.9908?entry=tts`,
  `${google}/dir/?api=1&destination=40.0559,17.9908`,
  `${google}/dir/40.6576,17.947/40.0559,17.9908/`,
  `${google}/@40.0559,17.9908,15z`,
  `${google}/place/Masseria/${marker}`,
  `${google}/place/${longName}/${marker}`,
  `${google}/place/40%C2%B003'21.2%22N+17%C2%B059'26.9%22E/@40.3,18.1,17z`,
  'https://www.google.it/maps?ll=40.0559,17.9908&z=12',
  'https://maps.apple.com/?ll=40.0559,17.9908&q=Masseria',
  'https://maps.apple.com/place?coordinate=40.0559,17.9908&name=Masseria',
  'https://www.openstreetmap.org/?mlat=40.0559&mlon=17.9908#map=12/40.3/18.1',
  'https://www.openstreetmap.org/#map=17/40.0559/17.9908',
  'https://waze.com/ul?ll=40.0559,17.9908&navigate=yes',
  'Masseria Li Foggi https://maps.google.com/?q=40.0559,17.9908',
]

const found = async (q: string) =>
  (await app.get<LocationSuggestion[]>(`/api/locations/search?${new URLSearchParams({ q })}`)).body.map(
    ({ name, isAddress }) => `${name}${isAddress ? ', address' : ''}`,
  )
const fare = async (to: string) =>
  (await app.get<FareAnswer>(`/api/fares?${new URLSearchParams({ from: '4', to, passengers: '2' })}`)).body

test('coordinates and map links mean the nearest town, whose price is then an estimate', async () => {
  const town = await fare('Gallipoli')
  for (const text of inGallipoli) {
    expect([text, await found(text)]).toEqual([text, ['Gallipoli, address']])
    const { from, to, source, offers } = await fare(text)
    expect([text, from?.id, to?.name, source]).toEqual([text, 4, 'Gallipoli', 'estimated'])
    expect(offers.map(({ total }) => total)).toEqual(town.offers.map(({ total }) => total))
    expect(offers.every(({ isIndicative }) => isIndicative)).toBe(true)
  }
  // A position at an airport is the airport's, although the town of its name is near.
  expect(await found('40.6580, 17.9480')).toEqual(['Aeroporto Brindisi, address'])
  expect(await found('40.3526, 18.1712')).toEqual(['Lecce, address'])
})

test('a position at sea belongs to the nearest town up to ten kilometres away', async () => {
  // 9.5 and 10.5 km west of Gallipoli.
  expect(await found('40.0559, 17.8794')).toEqual(['Gallipoli, address'])
  expect(await found('40.0559, 17.8676')).toEqual([])
})

test('a position far from all places is not served, and a text that only resembles a position is none', async () => {
  for (const text of [
    '41.9, 12.5',
    '40.85,14.27',
    'geo:48.85,2.35',
    `${google}/@40.666,16.604,15z`,
    '0.0, 0.0',
  ]) {
    expect([text, await found(text)]).toEqual([text, []])
    expect([text, await fare(text)]).toMatchObject([text, { to: null, reason: 'notServed', offers: [] }])
  }
  for (const text of [
    ...['40, 18', '40.0559', '91.5, 18.1', '40.1, 181.5', '12 14', "40°03' Lecce", '40.0559, 17.9908, 3'],
    ...['https://evil.example/?q=40.0559,17.9908', 'https://maps.google.com.evil.example/@40.0559,17.9908'],
    ...['40.0559 N, 17.9908 N', 'geo:lecce', '40.0559, 17.9908 e poi a destra'],
  ])
    expect([text, coordinatesOf(text)]).toEqual([text, null])
})

test('a link that names a place means this place; a link that says nothing means none, and no request opens it', async () => {
  const named = `${google}/place/Masseria+San+Domenico,+72015+Savelletri+BR/`
  expect(await found(named)).toEqual(['Savelletri, address'])
  expect(await fare('https://maps.google.com/?q=Otranto')).toMatchObject({ to: { name: 'Otranto' } })
  for (const link of [
    'https://maps.app.goo.gl/Lecce',
    'https://goo.gl/maps/Lecce12',
    'https://maps.apple/p/Lecce',
  ]) {
    expect([link, await found(link)]).toEqual([link, []])
    expect(await fare(link)).toMatchObject({ to: null, reason: 'unknownPlace' })
    // The words beside the link name the place.
    expect(await found(`Otranto ${link}`)).toEqual(expect.arrayContaining(['Otranto']))
  }
})

test('a request keeps the position of a place as text and for the driver’s map', async () => {
  const link = `${google}/place/${longName}/${marker}`
  for (const [destination, stored, position] of [
    ['40,0559 17,9908', '40.0559, 17.9908', '40.0559, 17.9908'],
    ['geo:40.0559,17.9908', '40.0559, 17.9908', '40.0559, 17.9908'],
    [`${google}/place/Masseria/${marker}`, '40.0559, 17.9908', `${google}/place/Masseria/${marker}`],
    ['Gallipoli', 'Gallipoli', null],
  ] as const) {
    const trip = { departure: 'Aeroporto Brindisi', destination, passengers: '2' }
    const { id } = await given.lead(app, 'request', trip)
    const { body } = await app.get(`/api/admin/leads/availability_request/${id}`, staff)
    expect(body).toMatchObject({ destination: stored, position })
    expect(body.quoteSource).toBe(position ? 'estimated' : 'listed')
  }
  const results = `/risultati-ricerca/?${new URLSearchParams({ departure: 'Aeroporto Brindisi', destination: link })}`
  const page = (await app.get(results)).text
  expect(page).toContain('40.0559, 17.9908')
  expect(page).toContain('Prezzo indicativo')
  expect(page).not.toContain('Li+Foggi')
})

/** A link as the address bar of a computer shows it, which is longer than the field of a place. */
const placeLink = `${google}/place/${longName}/${marker}${'&entry=ttu'.repeat(20)}`

test('the server reads the link of a field, so that pages need no reader', async () => {
  const read = async (q: string) =>
    (await app.get(`/api/locations/understood?${new URLSearchParams({ q })}`)).body.text
  for (const [typed, text] of [
    [placeLink, '40.0559, 17.9908'],
    [
      `${google}/place/Masseria+San+Domenico,+72015+Savelletri+BR/`,
      'Masseria San Domenico, 72015 Savelletri BR',
    ],
    ['https://maps.app.goo.gl/Lecce', 'https://maps.app.goo.gl/Lecce'],
    ['Masseria Li Foggi', 'Masseria Li Foggi'],
  ] as const)
    expect([typed, await read(typed)]).toEqual([typed, text])
})

test('a map link of any length in a place or the address of a request is read, and the words beside it stay', async () => {
  const ride = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '2' }
  const person = { name: 'Anna Link', phone: '347 1234567', email: 'link@example.com' }
  const lastLead = async () =>
    (
      await app.sql`select departure, destination, address, position from requests order by created_at desc limit 1`
    )[0]
  const short = 'https://maps.app.goo.gl/AbCd1234'
  const named = `${google}/place/Masseria+San+Domenico,+72015+Savelletri+BR/?entry=${'x'.repeat(300)}`
  for (const [more, stored] of [
    [{ address: short }, { address: null, position: short }],
    [{ address: `Masseria Li Foggi ${short}` }, { address: 'Masseria Li Foggi', position: short }],
    [
      { address: `Masseria Li Foggi, ${placeLink}` },
      { address: 'Masseria Li Foggi,', position: '40.0559, 17.9908' },
    ],
    [{ address: named }, { address: 'Masseria San Domenico, 72015 Savelletri BR', position: null }],
    [
      { address: 'https://www.example.com/hotel' },
      { address: 'https://www.example.com/hotel', position: null },
    ],
    [{ destination: placeLink }, { destination: '40.0559, 17.9908', position: '40.0559, 17.9908' }],
  ] as const) {
    const plain = new URLSearchParams({
      ...ride,
      ...person,
      ...more,
      whenUnknown: '1',
      privacyAccepted: 'on',
    }).toString()
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...newVisitor() }
    const request = given.request({ ...ride, ...person, ...more })
    for (const send of [
      () => app.post('/api/availability-requests', request, newVisitor()),
      () => app.send('POST', '/richiesta/', plain, form),
    ]) {
      expect([201, 303]).toContain((await send()).status)
      expect(await lastLead()).toMatchObject({ ...stored })
    }
  }
  for (const path of ['departure', 'destination', 'address']) {
    const long = { ...ride, [path]: `https://www.example.com/${'a'.repeat(300)}` }
    const { status, body } = await app.post('/api/availability-requests', given.request(long), newVisitor())
    expect([path, status, body.errors]).toEqual([
      path,
      422,
      [{ path, message: expect.stringMatching(/^Al massimo (160|200) caratteri$/) }],
    ])
  }
})

test('a written position is read back, and no foreign text causes an error', () => {
  const millionths = (max: number) => fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((one) => one / 1e6)
  fc.assert(
    fc.property(millionths(90), millionths(180), (latitude, longitude) => {
      expect(coordinatesOf(coordinatesText({ latitude, longitude }))).toEqual({ latitude, longitude })
    }),
  )
  const pieces = fc.constantFrom(
    ...'40.18,; °\'"NSEWO-+()@!/%',
    'geo:',
    '?q=',
    `${google}/@`,
    'lat',
    '!3d4.1!4d4.1',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 400 }), (parts) => {
      const position = coordinatesOf(parts.join(''))
      expect(Math.abs(position?.latitude ?? 0)).toBeLessThanOrEqual(90)
      expect(Math.abs(position?.longitude ?? 0)).toBeLessThanOrEqual(180)
    }),
  )
})

import { expect, test } from 'vitest'
import { openApp } from '../app.ts'

const app = await openApp({ data: 'demo' })
await app.sql`
  insert into routes (name, slug, departure, destination, price)
  values ('Brindisi - Lecce centro', 'brindisi-lecce-centro', 'Brindisi', 'Lecce', 75)`
await app.settle()

const first = (body: unknown[]) => body[0]
const prices = 'priceMin2Pax, price3to4Pax, price5to7Pax, price1to3Pax, price4to8Pax'

/** Fields of section 3 of docs/spec-public.md that the response of a call contains; it may contain more. */
const answers: [path: string, fields: string, of?: (body: never) => unknown][] = [
  [
    '/api/company-settings',
    'companyName, phone, email, leadsEmail, vatNumber, rea, address, city, cap, fullAddress',
  ],
  ['/api/locations/search?q=otranto', 'id, name, cap, type', first],
  ['/api/routes/popular', 'id, slug, name, departure, destination, duration, price', first],
  [
    '/api/routes/pricing-table',
    `id, departure, destination, transferType, ${prices}, distanceKm, estimatedDuration`,
    first,
  ],
  [
    '/api/routes/by-hubs',
    'id, name, slug, duration, distance, price, isMainRoute, canonicalUrl',
    (hubs: Record<string, { routes: unknown[] }>) => Object.values(hubs)[0]?.routes[0],
  ],
  [
    '/api/transfer-routes/aeroporto-brindisi-gallipoli',
    `id, slug, mainRouteId, isMainRoute, isActive, canonicalUrl, departureLocation, destinationLocation, transferType,
    distanceKm, estimatedDuration, longDescription, touristInfo, ${prices}, pricePremium1to3Pax, pricePremium4to7Pax`,
  ],
  [
    '/api/transfer-routes/transfer-aeroporto-brindisi-gallipoli',
    'id, name, locationType, latitude, longitude, googlePlaceId, cap',
    ({ departureLocation }: { departureLocation: unknown }) => departureLocation,
  ],
  [
    '/api/routes/brindisi-lecce-centro',
    'slug, name, departure, destination, price, duration, distance, description, isPopular',
  ],
  ['/api/google-analytics/active', 'isActive, measurementId'],
  ['/api/site-settings', 'isLive, message'],
  [
    '/api/transfer-routes/aeroporto-brindisi-gallipoli/meta',
    'title, description, canonical, ogTitle, ogDescription',
  ],
]

test.each(answers)('the response of %s has the fields of the specification', async (path, fields, of) => {
  const { status, body } = await app.get(path)
  expect(status).toBe(200)
  const names = fields.split(/,\s*/)
  expect(Object.keys((of ? of(body as never) : body) as object)).toEqual(expect.arrayContaining(names))
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'csv/sync'
import { expect, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import {
  estimatedPrices,
  pricesOfDistance,
  usualRule,
} from '../../src/modules/catalog/fares/distanceRule.queries.ts'
import { hasEconomyFrom } from '../../src/modules/catalog/hubs.ts'
import { airKm, roadEstimate } from '../../src/modules/catalog/roadEstimate.ts'
import { openApp, startApp } from '../app.ts'
import { long } from '../length.ts'
import { newVisitor } from '../newAddress.ts'

const app = await openApp({ data: 'bundled' })

const data = path.join(import.meta.dirname, '..', '..', 'data')
const rows = (file: string): Record<string, string>[] =>
  parse(readFileSync(path.join(data, file), 'utf8'), { columns: true })

const listed = rows('routes-demo.csv').map(({ departure = '', destination = '', ...rest }) => ({
  departure,
  destination,
  ...rest,
}))
const places = new Map(
  rows('locations.csv').map(({ name = '', latitude, longitude, location_type }) => [
    name,
    { latitude: Number(latitude), longitude: Number(longitude), type: location_type },
  ]),
)

function place(name: string) {
  const found = places.get(name)
  if (!found) throw new Error(`data/locations.csv has no ${name}`)
  return found
}

const hubs = [
  'Aeroporto Brindisi',
  'Aeroporto Bari',
  'Stazione Lecce',
  'Stazione Brindisi',
  'Porto di Brindisi',
  'Porto di Bari',
]
const served = [...new Set([...hubs, ...listed.map(({ destination }) => destination)])]

const pairOf = (...ends: [string, string]) => ends.sort().join(' > ')

/** Pairs of places whose route is inactive in routes-demo.csv, so that they have no listed fare. */
const inactive = new Set(
  listed
    .filter(({ is_active }: Record<string, string>) => is_active === 'false')
    .map(({ departure, destination }) => pairOf(departure, destination)),
)

test('an upgrade ranks the same popular routes as a fresh installation', () => {
  const ranked = rows('routes-demo.csv').flatMap(({ slug, popular_rank: rank }) =>
    rank ? [[slug, rank]] : [],
  )
  const upgrade = readFileSync(path.join(data, '..', 'sql', '070_bundled_data.sql'), 'utf8')
  const upgraded = [...upgrade.matchAll(/\('([a-z-]+)', (\d+)\)/g)].map(([, slug, rank]) => [slug, rank])
  expect(ranked.length).toBeGreaterThan(6)
  expect(upgraded.toSorted()).toEqual(ranked.toSorted())
})

test('the file of hub routes contains the result of the distance rule for every pair without a listed route', async () => {
  const known = new Set(listed.map(({ departure, destination }) => pairOf(departure, destination)))
  const lines = hubs.flatMap((departure) =>
    served
      .toSorted(new Intl.Collator('it').compare)
      .filter((destination) => destination !== departure && !known.has(pairOf(departure, destination)))
      .map((destination) => {
        known.add(pairOf(departure, destination))
        const { distanceKm, estimatedDuration } = roadEstimate(place(departure), place(destination))
        const hasEconomy = hasEconomyFrom(departure)
        const prices = Object.entries(pricesOfDistance(usualRule, distanceKm, { hasEconomy }))
          .filter(([field]) => !field.includes('Premium'))
          .map(([field, cents]) => [field, cents === null ? '' : cents / 100])
        return {
          departure,
          destination,
          transfer_type: hasEconomy ? 'Economy condiviso' : 'Privato',
          distance_km: distanceKm,
          estimated_duration: estimatedDuration,
          ...Object.fromEntries(prices),
          source: 'demonstration: distance rule',
        }
      }),
  )
  // `vitest -u` rewrites this CSV file.
  await expect(
    `${[Object.keys(lines[0] ?? {}), ...lines.map(Object.values)].join('\n')}\n`,
  ).toMatchFileSnapshot(path.join(data, 'routes-hubs-demo.csv'))
})

test('the distance rule meets the listed prices: half within 8 %, all within 20 %', () => {
  const off = listed
    .flatMap(({ distance_km, price1to3Pax, price4to8Pax }: Record<string, string>) => {
      const prices = pricesOfDistance(usualRule, Number(distance_km), { hasEconomy: true })
      return [
        [prices.price1to3Pax, price1to3Pax],
        [prices.price4to8Pax, price4to8Pax],
      ]
    })
    .map(([rule, price]) => Math.abs(Number(rule) / 100 / Number(price) - 1))
    .sort((one, other) => one - other)
  expect(off).toHaveLength(2 * listed.length)
  expect(off[listed.length]).toBeLessThanOrEqual(0.08)
  expect(off.at(-1)).toBeLessThanOrEqual(0.2)
})

/** Kilometres as the crow flies. The fares of towns farther apart may differ by more than a fifth. */
const nearKm = 15

test('a town without a route costs within 20 % of the nearest town, at most 15 km away, that the same hub serves', () => {
  const towns = [...places].filter(([name, { type }]) => type === 'Città' && !served.includes(name))
  const compared = towns.flatMap(([name, at]) =>
    [...Map.groupBy(listed, ({ departure }) => departure)].flatMap(([hub, routes]) => {
      const [nearest] = routes
        .map((route: Record<string, string>) => ({ ...route, km: airKm(at, place(route.destination ?? '')) }))
        .sort((one, other) => one.km - other.km)
      if (!nearest || nearest.km > nearKm) return []
      const { distanceKm } = roadEstimate(place(hub), at)
      const own = Number(estimatedPrices(usualRule, distanceKm).price1to3Pax) / 100
      const { price1to3Pax: price = '' } = nearest as Record<string, unknown> as Record<string, string>
      return [{ name, hub, own, price: Number(price) }]
    }),
  )
  expect(compared.filter(({ own, price }) => Math.abs(own / price - 1) > 0.2)).toEqual([])
  const names = new Set(compared.map(({ name }) => name))
  for (const name of ['Torrepaduli', 'Diso', 'Noha']) expect(names).toContain(name)
  expect([names.size, towns.length]).toEqual([91, 107])
})

test('on a fresh installation every hub has fixed fares to and from every served place', long, async () => {
  const ids = new Map(
    (await app.sql<{ id: number; name: string }[]>`select id, name from locations`).map(({ id, name }) => [
      name,
      id,
    ]),
  )
  const wrong: string[] = []
  const ask = async (from: string, to: string) => {
    const ends = { from: String(ids.get(from)), to: String(ids.get(to)), passengers: '2' }
    const { status, body } = await app.get<FareAnswer>(
      `/api/fares?${new URLSearchParams(ends)}`,
      newVisitor(),
    )
    expect([ends, status]).toEqual([ends, 200])
    const isOn = !inactive.has(pairOf(from, to))
    const isFixed = body.source === 'listed' || body.source === 'reverse'
    if (
      isFixed !== isOn ||
      body.offers.length === 0 ||
      body.offers.some((offer) => offer.isIndicative === isOn)
    )
      wrong.push(`${from} → ${to}: ${body.source} ${body.reason}`)
  }
  // Two at a time, because the API refuses many fares at once.
  for (const hub of hubs)
    for (const town of served.filter((name) => name !== hub))
      await Promise.all([ask(hub, town), ask(town, hub)])
  expect(wrong).toEqual([])
})

test(
  'on a fresh installation every route page shows return, related routes and round trip',
  long,
  async () => {
    const routes = await app.sql<{ slug: string; back: string | null; family: number; isPriced: boolean }[]>`
    select r.slug, o.slug as back, coalesce(o.follows_id, o.price1to3_pax) is not null as is_priced,
      (select count(*) from route_prices f where f.is_active
        and coalesce(f.main_route_id, f.id) = coalesce(r.main_route_id, r.id)) as family
    from route_prices r left join route_prices o on o.departure_location_id = r.destination_location_id
      and o.destination_location_id = r.departure_location_id and o.is_active
    where r.is_active order by r.id`
    expect(routes.length).toBeGreaterThan(1_700)
    // A family of two contains only a route and its return route, so their pages would show no related route.
    expect(routes.filter(({ back, family, isPriced }) => !back || family < 3 || !isPriced)).toEqual([])
    for (const { slug, back } of routes.filter((_, index) => index % 60 === 0)) {
      const { text } = await app.get(`/tratte/transfer-${slug}/`)
      const data = text.slice(text.indexOf('id="page">') + 'id="page">'.length)
      const { view } = JSON.parse(data.slice(0, data.indexOf('</script>')))
      const [, below = ''] = text.split('Anche il ritorno?')
      expect([slug, /href="([^"?]*)/.exec(below)?.[1]]).toEqual([slug, `/tratte/transfer-${back}/`])
      expect(Number(view.ways.back[0]?.price1to3Pax)).toBeGreaterThan(0)
      for (const words of ['Anche il ritorno?', 'Transfer correlati']) expect(text).toContain(words)
    }
  },
)

test('staff see which prices are demonstration prices until they change them', async () => {
  await using app = await startApp({ data: 'bundled' })
  const staff = await app.logIn()
  const gallipoli = (await app.sql<[{ id: number }]>`select id from locations where name = 'Gallipoli'`)[0].id
  const shown = async () => {
    const read = async (ends: string) =>
      (await app.get(`/api/admin/route-prices?${ends}`, staff)).body.map(
        ({ slug, isDemo }: { slug: string; isDemo: boolean }) => `${slug} ${isDemo}`,
      )
    return [
      ...(await read(`departure=4&destination=${gallipoli}`)),
      ...(await read(`departure=${gallipoli}&destination=4`)),
      ...(await read(`departure=483&destination=${gallipoli}`)),
    ]
  }
  const untouched = 'stazione-brindisi-gallipoli true'
  expect(await shown()).toEqual([
    'aeroporto-brindisi-gallipoli true',
    'gallipoli-aeroporto-brindisi true',
    untouched,
  ])
  const [outbound] = await app.sql`select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const updates = [{ id: outbound?.id, field: 'price1to3Pax', value: '111' }]
  expect((await app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)).status).toBe(200)
  expect(await shown()).toEqual([
    'aeroporto-brindisi-gallipoli false',
    'gallipoli-aeroporto-brindisi false',
    untouched,
  ])
})

test('shared prices show only where shared rides leave, not on a return', async () => {
  const out = (await app.get('/api/transfer-routes/aeroporto-brindisi-gallipoli')).body
  const back = (await app.get('/api/transfer-routes/gallipoli-aeroporto-brindisi')).body
  expect([out.priceMin2Pax, out.startingPrice]).toEqual(['40', '40'])
  expect(back).toMatchObject({
    priceMin2Pax: null,
    price3to4Pax: null,
    price5to7Pax: null,
    price1to3Pax: out.price1to3Pax,
    price4to8Pax: out.price4to8Pax,
    startingPrice: out.price1to3Pax,
  })
  const { text } = await app.get('/tratte/transfer-gallipoli-aeroporto-brindisi/')
  expect(text.match(/"name":"Economy condiviso,/g)).toBeNull()
  const found = (await app.get('/api/routes/search?departure=Gallipoli&destination=Aeroporto+Brindisi')).body
  expect([found[0].price, found[0].unit]).toEqual([out.price1to3Pax, 'veicolo'])
})

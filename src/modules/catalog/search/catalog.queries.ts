import { readModel } from '../../../kernel/readModel.ts'
import { sitePath } from '../../../kernel/sitePath.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { placeSearch } from '../placeSearch.ts'
import { startingPrice, storedPriceText } from '../price.ts'
import { startingUnit } from '../prices/quote.contract.ts'
import { effectivePrices, isIndexed, outboundPrices } from '../routes/rows.queries.ts'
import type { LocationType, OlderRoute, PriceField, RouteListEntry, RoutePlace } from './contract.ts'

export interface Route extends Record<PriceField, string | null> {
  id: number
  slug: string
  departure: RoutePlace
  destination: RoutePlace
  transferTypeId: number
  mainRouteId: number | null
  /** The outbound whose prices this return has; null for its own prices. */
  follows: { id: number; departureId: number; transferTypeId: number } | null
  isMainRoute: boolean
  isActive: boolean
  isIndexed: boolean
  storedCanonicalUrl: string | null
  distanceKm: number | null
  estimatedDuration: string
  longDescription: string
  touristInfo: string
  searches: number
  updatedAt: Date
}

export interface LocationRow extends RoutePlace {
  iata: string | null
  locationType: LocationType
}

export interface RouteRow extends Omit<Route, 'departure' | 'destination' | 'follows'> {
  outboundId: number | null
  outboundTypeId: number | null
  departureId: number
  destinationId: number
}

/**
 * Active routes with their places for public reads, by slug, pair and hub. Counting searches (`ricerche`) does not
 * renew it, so the popular order may lag by one renewal.
 */
export const catalog = readModel(['locations', 'transfer_types', 'route_prices', 'routes'], readCatalog, {
  table: 'route_prices',
  apply: takeInRoutes,
})

/** Routes per read. */
const portion = 2_000

async function readCatalog(read: Sql) {
  const [locations, transferTypes, olderRoutes] = await Promise.all([
    locationRows(read),
    read<{ id: number; name: string; description: string }[]>`
      select id, name, description from transfer_types order by id`,
    read<OlderRoute[]>`
      select slug, name, departure, destination, price, duration, distance, description, is_popular
      from routes order by id`,
  ])
  const places = new Map(locations.map(({ iata: _, ...place }) => [place.id, place as RoutePlace]))
  const routeCounts = new Map<number, number>()
  const routes: Route[] = []
  for await (const row of allRouteRows(read)) {
    const departure = places.get(row.departureId)
    const destination = places.get(row.destinationId)
    // The two reads are not one snapshot: a route of a newly created place arrives with the next renewal.
    if (!departure || !destination) continue
    for (const { id } of [departure, destination]) routeCounts.set(id, (routeCounts.get(id) ?? 0) + 1)
    routes.push(routeOf(row, departure, destination))
  }
  return {
    locations: new Map(locations.map((place) => [place.id, place])),
    search: searchOf(locations, routeCounts),
    routes,
    placesBySlug: new Map([...places.values()].map((place) => [slugOf(place.name), place])),
    transferTypes: new Map(transferTypes.map((type) => [type.id, type])),
    olderBySlug: new Map(
      olderRoutes.map((route) => [route.slug, { ...route, price: storedPriceText(route.price) }]),
    ),
    byId: new Map(routes.map((route) => [route.id, route])),
    bySlug: new Map(routes.map((route) => [route.slug, route])),
    byDeparture: Map.groupBy(routes, ({ departure }) => departure.name),
    byPair: Map.groupBy(routes, ({ departure, destination }) => pairKey(departure.id, destination.id)),
    families: Map.groupBy(routes, ({ id, mainRouteId }) => mainRouteId ?? id),
    /** Returns that follow each route, by its id. */
    followers: new Map(
      [...Map.groupBy(routes, ({ follows }) => follows?.id)].flatMap(([id, own]) =>
        id === undefined ? [] : [[id, own.map((one) => one.id)] as const],
      ),
    ),
    /** Cached by fares until a price changes. */
    area: newArea(),
  }
}

export function searchOf(locations: LocationRow[], routeCounts: ReadonlyMap<number, number>) {
  return placeSearch(
    locations.map(({ id, name, cap, iata, locationType }) => ({
      id,
      name,
      cap,
      iata,
      locationType,
      routeCount: routeCounts.get(id) ?? 0,
    })),
  )
}

/** Returns places as searches and fares need them. */
export const locationRows = (read: Sql | Tx, which = read``) => read<LocationRow[]>`
  select id, name, location_type, latitude, longitude, google_place_id, coalesce(cap, '') as cap, iata_code as iata
  from locations ${which} order by id`

export type Catalog = Awaited<ReturnType<typeof readCatalog>>

/** Places of priced routes, filled on first use, and whether other places are near one. */
export const newArea = () => ({ priced: null as Set<number> | null, near: new Map<number, boolean>(), km: 0 })

/** Updates prices, texts and figures in place; returns false if a changed look-up key needs a full reload. */
async function takeInRoutes(model: Catalog, read: Sql, changed: number[]): Promise<boolean> {
  const { byId, followers } = model
  // A return shows the prices of its outbound.
  const ids = [...new Set(changed.flatMap((id) => [id, ...(followers.get(id) ?? [])]))]
  const rows = await routeRows(read, read`and r.id = any(${ids}::bigint[])`, ids.length)
  const isSame = (row: RouteRow, route: Route) =>
    row.slug === route.slug &&
    row.departureId === route.departure.id &&
    row.destinationId === route.destination.id &&
    row.mainRouteId === route.mainRouteId &&
    row.outboundId === (route.follows?.id ?? null)
  const found = rows.map((row) => ({ row, route: byId.get(row.id) }))
  const known = ids.filter((id) => byId.has(id)).length
  if (known !== rows.length || found.some(({ row, route }) => !route || !isSame(row, route))) return false
  for (const { row, route } of found)
    if (route) Object.assign(route, routeOf(row, route.departure, route.destination))
  model.area = newArea()
  return true
}

/**
 * Returns the route with the prices that customers see: shared ones only where shared rides leave, also if it follows
 * an outbound that has them. Fields are listed by hand: a spread costs seconds at 100,000 rows.
 */
export function routeOf(row: RouteRow, departure: RoutePlace, destination: RoutePlace): Route {
  const hasEconomy = hasEconomyFrom(departure.name)
  return {
    id: row.id,
    slug: row.slug,
    departure,
    destination,
    transferTypeId: row.transferTypeId,
    mainRouteId: row.mainRouteId,
    follows:
      row.outboundId === null
        ? null
        : {
            id: row.outboundId,
            departureId: destination.id,
            transferTypeId: row.outboundTypeId ?? row.transferTypeId,
          },
    isMainRoute: row.isMainRoute,
    isActive: row.isActive,
    isIndexed: row.isIndexed,
    storedCanonicalUrl: row.storedCanonicalUrl,
    distanceKm: row.distanceKm,
    estimatedDuration: row.estimatedDuration,
    longDescription: row.longDescription,
    touristInfo: row.touristInfo,
    searches: row.searches,
    updatedAt: row.updatedAt,
    priceMin2Pax: hasEconomy ? storedPriceText(row.priceMin2Pax) : null,
    price3to4Pax: hasEconomy ? storedPriceText(row.price3to4Pax) : null,
    price5to7Pax: hasEconomy ? storedPriceText(row.price5to7Pax) : null,
    price1to3Pax: storedPriceText(row.price1to3Pax),
    price4to8Pax: storedPriceText(row.price4to8Pax),
    pricePremium1to3Pax: storedPriceText(row.pricePremium1to3Pax),
    pricePremium4to7Pax: storedPriceText(row.pricePremium4to7Pax),
  }
}

/** In portions: requests are answered in between, and no single statement runs long. */
async function* allRouteRows(read: Sql): AsyncGenerator<RouteRow> {
  let last = 0
  while (true) {
    const rows = await routeRows(read, read`and r.id > ${last}`, portion)
    yield* rows
    if (rows.length < portion) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Returns the first `limit` active routes, by id. */
export function routeRows(read: Sql | Tx, which: ReturnType<Sql>, limit: number): Promise<RouteRow[]> {
  return read<RouteRow[]>`
    select r.id, slug, departure_location_id as departure_id, destination_location_id as destination_id,
      transfer_type_id, main_route_id, is_main_route, is_active, ${isIndexed(read)} as is_indexed,
      follows_id as outbound_id,
      (select o.transfer_type_id from route_prices o where o.id = r.follows_id) as outbound_type_id,
      canonical_url as stored_canonical_url,
      distance_km, coalesce(estimated_duration, '') as estimated_duration,
      coalesce(long_description, '') as long_description, coalesce(tourist_info, '') as tourist_info,
      ricerche as searches, updated_at,
      ${effectivePrices(read)}
    from route_prices r ${outboundPrices(read)} where is_active ${which} order by r.id limit ${limit}`
}

export const pairKey = (departureId: number, destinationId: number) => `${departureId}>${destinationId}`

/** Returns the stored URL if it belongs to this site, otherwise the route's own. */
export function canonicalUrl(
  { slug, storedCanonicalUrl }: Pick<Route, 'slug' | 'storedCanonicalUrl'>,
  siteOrigin: string,
): string {
  const stored = storedCanonicalUrl && sitePath(storedCanonicalUrl, siteOrigin)
  return siteOrigin + (stored || `/tratte/transfer-${slug}/`)
}

export function listEntry(
  route: Route,
  prices: Record<PriceField, string | null>,
  siteOrigin: string,
): RouteListEntry {
  return {
    id: route.id,
    name: routeName(route),
    slug: route.slug,
    departure: route.departure.name,
    destination: route.destination.name,
    duration: route.estimatedDuration,
    distance: route.distanceKm,
    price: startingPrice(prices),
    unit: startingUnit(prices),
    isMainRoute: route.isMainRoute,
    canonicalUrl: canonicalUrl(route, siteOrigin),
  }
}

export function routeName({ departure, destination }: Pick<Route, 'departure' | 'destination'>): string {
  return `${departure.name} → ${destination.name}`
}

/** Finds an active route by slug, with or without `transfer-`. */
export async function findRoute(read: Sql, slug: string): Promise<Route | undefined> {
  const { bySlug } = await catalog(read)
  return bySlug.get(slug) ?? bySlug.get(slug.replace(/^transfer-/, ''))
}

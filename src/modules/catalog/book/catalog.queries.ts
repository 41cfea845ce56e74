import { readModel } from '../../../kernel/readModel.ts'
import { sitePath } from '../../../kernel/sitePath.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { hasEconomyFrom } from '../hubs.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import { placeSearch } from '../placeSearch/placeSearch.queries.ts'
import { routePathOf } from '../routePath.ts'
import type { Aliases, Names, OlderRoute, PriceField, RoutePlace } from './contract.ts'
import { storedPriceText } from './price.queries.ts'
import { effectivePrices, outboundPrices } from './priceColumns.queries.ts'
import { isIndexed } from './staffRoutes.queries.ts'

export interface Route extends Record<PriceField, string | null> {
  id: number
  slug: string
  departure: RoutePlace
  destination: RoutePlace
  transferTypeId: number
  mainRouteId: number | null
  /** Outbound route whose prices this return route uses; null for a route with its own prices. */
  follows: { id: number; departureId: number; transferTypeId: number } | null
  isMainRoute: boolean
  isActive: boolean
  isIndexed: boolean
  storedCanonicalUrl: string | null
  distanceKm: number | null
  estimatedDuration: string
  /** Beginning of the long description. The whole texts (`routeTexts`) of all routes would need gigabytes of memory. */
  opening: string
  hasText: boolean
  searches: number
  /** Bundled rank, 1 for the most popular route. Decides between routes with equally many searches. */
  popularRank: number | null
  isMostAsked: boolean
  updatedAt: Date
}

export interface LocationRow extends RoutePlace {
  iata: string | null
  locationType: LocationType
}

export interface RouteRow extends Omit<Route, 'departure' | 'destination' | 'follows' | 'isMostAsked'> {
  outboundId: number | null
  outboundTypeId: number | null
  departureId: number
  destinationId: number
}

/** Counted searches (`ricerche`) reload the catalog at most every ten minutes. */
export const catalog = readModel(
  ['locations', 'location_names', 'transfer_types', 'route_prices', 'routes'],
  readCatalog,
  { route_prices: takeInRoutes },
)

/** Number of routes read per statement. */
const portion = 2_000

/** Characters of `opening`; enough for a short description of 180 characters after its links are removed. */
export const openingLength = 400

async function readCatalog(read: Sql) {
  const [locations, names, transferTypes, olderRoutes] = await Promise.all([
    locationRows(read),
    placeNames(read),
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
    // This function reads places before routes. A route of a place created in between appears with the next reload.
    if (!departure || !destination) continue
    for (const { id } of [departure, destination]) routeCounts.set(id, (routeCounts.get(id) ?? 0) + 1)
    routes.push(routeOf(row, departure, destination))
  }
  markMostAsked(routes)
  return {
    locations: new Map(locations.map((place) => [place.id, place])),
    search: searchOf(locations, names, routeCounts),
    names,
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
    /** Ids of the return routes that use a route's prices, by the id of that route. */
    followers: new Map(
      [...Map.groupBy(routes, ({ follows }) => follows?.id)].flatMap(([id, own]) =>
        id === undefined ? [] : [[id, own.map((one) => one.id)] as const],
      ),
    ),
    /** Cache of the places near priced routes, for estimates. It is emptied when a route changes. */
    area: newArea(),
    /** Object that is replaced when a route changes. Other files use it as the key of their caches. */
    revision: {},
  }
}

/** Number of popular routes on the home page, and maximum number of routes with `isMostAsked`. */
export const popularMax = 6
/** Minimum searches of a route with `isMostAsked`; on a new site a few searches mean nothing. */
const searchesMin = 5

/** Rank of a route without a bundled rank, after all bundled ranks. */
export const unranked = 100_000

export const byDemand = (one: Route, other: Route) =>
  other.searches - one.searches ||
  (one.popularRank ?? unranked) - (other.popularRank ?? unranked) ||
  Number(other.isMainRoute) - Number(one.isMainRoute)

const byPopularity = (one: Route, other: Route) => byDemand(one, other) || one.id - other.id

/** Finds the most popular routes without sorting all of them. */
export function mostPopular(routes: readonly Route[]): Route[] {
  const best: Route[] = []
  for (const route of routes) {
    const last = best[popularMax - 1]
    if (last && byPopularity(last, route) <= 0) continue
    best.splice(popularMax - 1, 1, route)
    best.sort(byPopularity)
  }
  return best
}

function markMostAsked(routes: readonly Route[]): void {
  for (const route of routes) route.isMostAsked = false
  for (const route of mostPopular(routes)) route.isMostAsked = route.searches >= searchesMin
}

export function searchOf(
  locations: LocationRow[],
  names: ReadonlyMap<number, PlaceNames>,
  routeCounts: ReadonlyMap<number, number>,
) {
  return placeSearch(
    locations.map((place) => ({
      ...place,
      otherNames: otherNames(names.get(place.id)),
      routeCount: routeCounts.get(place.id) ?? 0,
    })),
  )
}

export interface PlaceNames {
  id: number
  names: Names
  aliases: Aliases
}

/** Returns the names and aliases of places, by the id of the place. */
export async function placeNames(read: Sql | Tx): Promise<Map<number, PlaceNames>> {
  const rows = await read<PlaceNames[]>`select id, names, aliases from location_names`
  return new Map(rows.map((row) => [row.id, row]))
}

export const otherNames = (place: PlaceNames | undefined) =>
  place ? [...Object.values(place.names), ...Object.values(place.aliases).flat()] : []

export const locationRows = (read: Sql | Tx, which = read``) => read<LocationRow[]>`
  select id, name, location_type, latitude, longitude, google_place_id, coalesce(cap, '') as cap, iata_code as iata
  from locations ${which} order by id`

export type Catalog = Awaited<ReturnType<typeof readCatalog>>

/** `priced`: ids of places with priced routes. `near`: by id, whether a place is within `km` of a place in `priced`. */
export const newArea = () => ({ priced: null as Set<number> | null, near: new Map<number, boolean>(), km: 0 })

/** Updates changed routes. Returns false if a full reload is needed, for example after a new slug. */
async function takeInRoutes(model: Catalog, read: Sql, changed: number[]): Promise<boolean> {
  const { byId, followers } = model
  // A return route changes with the outbound route whose prices it uses.
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
  markMostAsked(model.routes)
  model.area = newArea()
  model.revision = {}
  return true
}

/** Shared prices are null if no shared ride starts at the departure. */
export function routeOf(row: RouteRow, departure: RoutePlace, destination: RoutePlace): Route {
  const hasEconomy = hasEconomyFrom(departure.name)
  // Lists each field, because a spread (`...row`) would take seconds for 100,000 rows.
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
    opening: row.opening,
    hasText: row.hasText,
    searches: row.searches,
    popularRank: row.popularRank,
    isMostAsked: false,
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

/** Reads in portions, so that the process can respond to HTTP requests in between. */
async function* allRouteRows(read: Sql): AsyncGenerator<RouteRow> {
  let last = 0
  while (true) {
    const rows = await routeRows(read, read`and r.id > ${last}`, portion)
    yield* rows
    if (rows.length < portion) return
    last = rows.at(-1)?.id ?? last
  }
}

/** Returns up to `limit` active routes in order of id. */
export function routeRows(read: Sql | Tx, which: ReturnType<Sql>, limit: number): Promise<RouteRow[]> {
  return read<RouteRow[]>`
    select r.id, slug, departure_location_id as departure_id, destination_location_id as destination_id,
      transfer_type_id, main_route_id, is_main_route, is_active, ${isIndexed(read)} as is_indexed,
      follows_id as outbound_id,
      (select o.transfer_type_id from route_prices o where o.id = r.follows_id) as outbound_type_id,
      canonical_url as stored_canonical_url,
      distance_km, coalesce(estimated_duration, '') as estimated_duration,
      coalesce(left(long_description, ${openingLength}), '') as opening,
      concat(long_description, tourist_info) ~ '\\S' as has_text,
      ricerche as searches, popular_rank, updated_at,
      ${effectivePrices(read)}
    from route_prices r ${outboundPrices(read)} where is_active ${which} order by r.id limit ${limit}`
}

export const pairKey = (departureId: number, destinationId: number) => `${departureId}>${destinationId}`

/** Returns the stored URL if it belongs to this site, otherwise the URL of the route's page. */
export function canonicalUrl(
  { slug, storedCanonicalUrl }: Pick<Route, 'slug' | 'storedCanonicalUrl'>,
  siteOrigin: string,
): string {
  const stored = storedCanonicalUrl && sitePath(storedCanonicalUrl, siteOrigin)
  return siteOrigin + (stored || routePathOf(slug))
}

/** Finds a route by its Italian slug with or without `transfer-`. */
export const findRouteIn = ({ bySlug }: Catalog, slug: string) =>
  bySlug.get(slug) ?? bySlug.get(slug.replace(/^transfer-/, ''))

/** Returns the Italian texts of an existing route. */
export async function routeTexts(
  read: Sql,
  id: number,
): Promise<{ longDescription: string; touristInfo: string }> {
  const [texts] = await read<[{ longDescription: string; touristInfo: string }?]>`
    select coalesce(long_description, '') as long_description, coalesce(tourist_info, '') as tourist_info
    from route_prices where id = ${id}`
  return texts ?? { longDescription: '', touristInfo: '' }
}

export const findRoute = async (read: Sql, slug: string) => findRouteIn(await catalog(read), slug)

import type { Context } from '../../../kernel/context.ts'
import { answer, type Caller } from '../../../kernel/message.ts'
import { Refused } from '../../../kernel/refused.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { hubs } from '../hubs.ts'
import { startingPrice } from '../price.ts'
import { routePathOf } from '../routePath.ts'
import { slugOf } from '../routes/slug.contract.ts'
import {
  canonicalUrl,
  catalog,
  findRoute,
  listEntry,
  nameOf,
  pairKey,
  type Route,
} from './catalog.queries.ts'
import {
  CheckRoute,
  EmbedMap,
  FindReturnRoute,
  type FoundRoute,
  type Hub,
  ListCorrelatedRoutes,
  ListPopularRoutes,
  ListPricingTable,
  ListRoutesByHubs,
  type LocationSuggestion,
  type OlderRoute,
  type PricingRow,
  ReadOlderRoute,
  ReadTransferRoute,
  type RouteListEntry,
  type RoutePlace,
  SearchLocations,
  SearchRoutes,
  type TransferRoute,
} from './contract.ts'
import { countSearch } from './searchCounts.ts'

export { hasEconomyFrom } from '../hubs.ts'
export { routePathOf, routePathOfId, routePathsOfIds } from '../routePath.ts'

const suggestionTypes: Partial<Record<string, LocationSuggestion['type']>> = {
  Aeroporto: 'aeroporto',
  Porto: 'porto',
  Stazione: 'stazione',
}

export const searchLocations = answer(SearchLocations, async (read, { q, exclude }) => {
  if (q.length < 3) return []
  const { search } = await catalog(read)
  return search.find(q, 10, exclude).map(({ id, name, cap, locationType }) => ({
    id,
    name,
    cap,
    type: suggestionTypes[locationType] ?? 'other',
  }))
})

export const checkRoute = answer(CheckRoute, async (read, { departure, destination }) => ({
  exists: (await catalog(read)).byPair.has(pairKey(departure, destination)),
}))

export const searchRoutes = answer(SearchRoutes, findRoutes, (found, { departure, destination }, context) =>
  countSearch(context, found, departure, destination),
)

/** The routes between two places by name, counted by nobody: for pages, which count their own visits. */
export async function findRoutes(
  read: Sql,
  { departure, destination }: { departure: string; destination: string },
  _: Caller,
  { site }: Context,
): Promise<FoundRoute[]> {
  const { search, byPair } = await catalog(read)
  const ends = search.named(destination)
  return search
    .named(departure)
    .flatMap((from) => ends.flatMap((to) => byPair.get(pairKey(from.id, to.id)) ?? []))
    .slice(0, 20)
    .map((route) => ({ ...listEntry(route, site.origin), description: shortDescription(route) }))
}

function shortDescription(route: Route): string {
  const own = route.longDescription
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/<[^>]*>|[#>[\]|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (own.length > 180) return `${own.slice(0, own.lastIndexOf(' ', 179))}…`
  return (
    own || `Transfer con conducente da ${route.departure.name} a ${route.destination.name}, a prezzo fisso.`
  )
}

export const listPopularRoutes = answer(ListPopularRoutes, async (read, _input, _caller, { site }) => {
  const { routes } = await catalog(read)
  const best: Route[] = []
  for (const route of routes) {
    const last = best[popularMax - 1]
    if (last && byPopularity(last, route) <= 0) continue
    best.splice(popularMax - 1, 1, route)
    best.sort(byPopularity)
  }
  return best.map((route) => {
    const { id, slug, name, departure, destination, duration, price, unit } = listEntry(route, site.origin)
    return { id, slug, name, departure, destination, duration, price, unit }
  })
})

const popularMax = 6

const byPopularity = (one: Route, other: Route) =>
  other.searches - one.searches || Number(other.isMainRoute) - Number(one.isMainRoute) || one.id - other.id

// One collator for all comparisons: `localeCompare` looks its own up each time.
const byName = new Intl.Collator('it').compare

export const listPricingTable = answer(ListPricingTable, async (read) => {
  const { byDeparture } = await catalog(read)
  return hubs.flatMap(({ name, hasEconomy }) => {
    const outbound = (byDeparture.get(name) ?? []).toSorted((one, other) =>
      byName(one.destination.name, other.destination.name),
    )
    return [
      ...(hasEconomy
        ? outbound.filter(hasSharedPrice).map((route) => pricingRow(route, 'Economy condiviso'))
        : []),
      ...outbound.map((route) => pricingRow(route, 'Privato')),
    ]
  })
})

const hasSharedPrice = (route: Route) => route.priceMin2Pax ?? route.price3to4Pax ?? route.price5to7Pax

function pricingRow(route: Route, transferType: PricingRow['transferType']): PricingRow {
  const isShared = transferType === 'Economy condiviso'
  return {
    id: route.id,
    slug: route.slug,
    departure: route.departure.name,
    destination: route.destination.name,
    transferType,
    priceMin2Pax: isShared ? route.priceMin2Pax : null,
    price3to4Pax: isShared ? route.price3to4Pax : null,
    price5to7Pax: isShared ? route.price5to7Pax : null,
    price1to3Pax: isShared ? null : route.price1to3Pax,
    price4to8Pax: isShared ? null : route.price4to8Pax,
    distanceKm: route.distanceKm,
    estimatedDuration: route.estimatedDuration,
  }
}

export const listRoutesByHubs = answer(ListRoutesByHubs, async (read, _input, _caller, { site }) => {
  const { byDeparture } = await catalog(read)
  const result: Record<string, Hub> = {}
  for (const { name, description, icon } of hubs) {
    const own = (byDeparture.get(name) ?? []).toSorted(
      (one, other) =>
        Number(other.isMainRoute) - Number(one.isMainRoute) ||
        byName(one.destination.name, other.destination.name),
    )
    if (own.length === 0) continue
    const routes = own.map((route) => listEntry(route, site.origin))
    result[slugOf(name)] = { name, description, icon, routes }
  }
  return result
})

export const readOlderRoute = answer(ReadOlderRoute, async (read, { slug }) => {
  const route = (await catalog(read)).olderBySlug.get(slug)
  if (!route) throw notFound()
  return route
})

export const readTransferRoute = answer(ReadTransferRoute, async (read, { slug }, _, { site }) => {
  const route = await findRoute(read, slug)
  if (!route) throw notFound()
  const type = (await catalog(read)).transferTypes.get(route.transferTypeId)
  return transferRoute(route, type, site.origin)
})

function notFound(): Refused {
  return new Refused(404, 'La tratta richiesta non è disponibile.')
}

function transferRoute(
  route: Route,
  type: TransferRoute['transferType'] | undefined,
  siteOrigin: string,
): TransferRoute {
  const {
    departure,
    destination,
    transferTypeId,
    searches: _,
    storedCanonicalUrl: __,
    updatedAt: ___,
    ...rest
  } = route
  return {
    ...rest,
    name: nameOf(route),
    canonicalUrl: canonicalUrl(route, siteOrigin),
    departureLocation: departure,
    destinationLocation: destination,
    transferType: type ?? { id: transferTypeId, name: '', description: '' },
    startingPrice: startingPrice(route),
  }
}

export const findReturnRoute = answer(
  FindReturnRoute,
  async (read, { departureId, destinationId }, _, { site }) => {
    const [route] = (await catalog(read)).byPair.get(pairKey(destinationId, departureId)) ?? []
    return route ? listEntry(route, site.origin) : null
  },
)

export const listCorrelatedRoutes = answer(
  ListCorrelatedRoutes,
  async (read, { routeId }, _, { site }): Promise<RouteListEntry[]> => {
    const { byId, families } = await catalog(read)
    const route = byId.get(routeId)
    if (!route) return []
    return (families.get(route.mainRouteId ?? route.id) ?? [])
      .filter(({ id }) => id !== routeId)
      .map((one) => listEntry(one, site.origin))
  },
)

export const embedMap = answer(
  EmbedMap,
  async (read, { departureName, destinationName }, _, { maps, site }) => {
    const key = await maps.embedKey(read)
    if (!key) return { embedUrl: `${site.origin}/mappa/${slugOf(departureName)}/${slugOf(destinationName)}/` }
    const at = (name: string) => `${name}, Puglia, Italia`
    const ends = { origin: at(departureName), destination: at(destinationName) }
    const query = { key, ...ends, mode: 'driving', units: 'metric', language: 'it', region: 'IT' }
    return { embedUrl: `https://www.google.com/maps/embed/v1/directions?${new URLSearchParams(query)}` }
  },
)

/** Main routes with their places, for the map of the whole coast. */
export async function listMainRoutes(read: Sql) {
  const { routes } = await catalog(read)
  return routes
    .filter(({ isMainRoute }) => isMainRoute)
    .map(({ departure, destination }) => ({ departureLocation: departure, destinationLocation: destination }))
}

/** Indexable routes: their address and when what it shows last changed. */
export async function sitemapRoutes(
  read: Sql,
  siteOrigin: string,
): Promise<{ canonicalUrl: string; updatedAt: Date }[]> {
  const { routes } = await catalog(read)
  return routes.flatMap((route) => {
    const address = canonicalUrl(route, siteOrigin)
    const isOwn = route.isIndexed && address.endsWith(`/tratte/transfer-${route.slug}/`)
    return isOwn ? [{ canonicalUrl: address, updatedAt: route.updatedAt }] : []
  })
}

/** Paths at which a route's page stands, for search engines or not. */
export async function routePaths(read: Sql): Promise<string[]> {
  const { routes, olderBySlug } = await catalog(read)
  return [
    ...routes.map(({ slug }) => routePathOf(slug)),
    ...[...olderBySlug.keys()].map((slug) => `/tratte/${slug}/`),
  ]
}

/** Addresses of the indexable main routes. */
export async function mainRouteUrls(read: Sql | Tx, siteOrigin: string): Promise<string[]> {
  const { routes } = await catalog(read)
  return routes
    .filter(({ isMainRoute, isIndexed }) => isMainRoute && isIndexed)
    .map((route) => canonicalUrl(route, siteOrigin))
}

/** A place by the slug of its name. */
export async function findPlace(read: Sql, slug: string): Promise<RoutePlace | undefined> {
  return (await catalog(read)).placesBySlug.get(slug)
}

/** The first site's routes, which still answer at their addresses. */
export async function listOlderRoutes(read: Sql): Promise<OlderRoute[]> {
  return [...(await catalog(read)).olderBySlug.values()]
}

/** What the shared picture of each active route shows. */
export async function listRoutesForPictures(read: Sql) {
  const { routes } = await catalog(read)
  return routes.map((route) => {
    const price = startingPrice(route)
    return {
      slug: route.slug,
      departureLocation: route.departure,
      destinationLocation: route.destination,
      price,
      isPerPerson: price !== null && price === route.priceMin2Pax,
    }
  })
}

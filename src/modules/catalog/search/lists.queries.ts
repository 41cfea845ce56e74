import { slugOf } from '../../../kernel/slug.ts'
import type { Sql } from '../../../platform/db.ts'
import { offeredPricesOn, type PricesOf, type TravelDay } from '../fares/queries.ts'
import { hubs } from '../hubs.ts'
import { normalized } from '../placeWords.ts'
import { byDemand, type Catalog, catalog, type Route } from './catalog.queries.ts'
import { type ListedRoute, priceFields, type RouteLists } from './contract.ts'

// With thousands of routes a list has several pages, so that each page stays small.

/** Maximum routes per hub on the overview. The pages of a hub list all of them. */
export const overviewMax = 10
const pageSize = 100
/** Maximum routes per hub in the result of a search. */
const foundMax = 30

// All comparisons share one collator, which sorts names with accents about twice as fast as `localeCompare`.
const byName = new Intl.Collator('it').compare

type HubFacts = (typeof hubs)[number]

interface HubRoutes {
  hub: HubFacts
  key: string
  byName: Route[]
  /** Departure and destination of each route in `byName`, as searches compare them. */
  names: string[]
  mostPopular: Route[]
  indexedPages: number
}

/** Cached by revision of the catalog, because sorting thousands of names takes longer than rendering a page. */
const sorted = new WeakMap<object, HubRoutes[]>()

function hubRoutes(model: Catalog): HubRoutes[] {
  const known = sorted.get(model.revision)
  if (known) return known
  const lists = hubs.flatMap((hub) => {
    const routes = model.byDeparture.get(hub.name) ?? []
    return routes.length > 0 ? [sortedRoutes(model, hub, routes)] : []
  })
  sorted.set(model.revision, lists)
  return lists
}

function sortedRoutes({ byId }: Catalog, hub: HubFacts, routes: Route[]): HubRoutes {
  const own = routes.toSorted((one, other) => byName(one.destination.name, other.destination.name))
  // Counts the routes of a main route's family too, because visitors travel to their places from every hub.
  const isMain = ({ mainRouteId }: Route) => Boolean(mainRouteId && byId.get(mainRouteId)?.isMainRoute)
  const indexed = own.filter(({ isIndexed }) => isIndexed).length
  return {
    hub,
    key: slugOf(hub.name),
    byName: own,
    names: own.map(({ departure, destination }) => normalized(`${departure.name} ${destination.name}`)),
    mostPopular: own
      .toSorted((one, other) => byDemand(one, other) || Number(isMain(other)) - Number(isMain(one)))
      .slice(0, overviewMax),
    indexedPages: indexed > overviewMax ? Math.ceil(indexed / pageSize) : 0,
  }
}

/** Normalizes a search text to the words used for matching, so that equivalent searches share one URL. */
export const searchText = (text: string) => normalized(text.slice(0, 80)).slice(0, 60).trim()

export interface AskedList {
  /** Slug of the hub; all hubs if omitted. */
  hub?: string | undefined
  page: number
  /** Each word must occur in the name of the departure or of the destination. */
  search: string
}

/** Returns null for an unknown hub or page. */
export async function routeLists(
  read: Sql,
  { hub = '', page, search }: AskedList,
  when: TravelDay,
): Promise<RouteLists | null> {
  const [model, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const all = hubRoutes(model)
  const own = hub ? all.filter(({ key }) => key === hub) : all
  const words = searchText(search).split(' ').filter(Boolean)
  const totalPages = hub && words.length === 0 ? Math.ceil((own[0]?.byName.length ?? 0) / pageSize) : 1
  if ((hub && own.length === 0) || page > totalPages) return null
  const groups = own.map((one) => {
    const found = words.length > 0 ? searched(one, words) : one.byName
    const shown =
      words.length > 0
        ? found.slice(0, foundMax)
        : hub
          ? found.slice((page - 1) * pageSize, page * pageSize)
          : one.mostPopular
    return { ...factsOf(one), found: found.length, rows: shown.map((route) => listedRoute(route, pricesOf)) }
  })
  return {
    hub,
    search,
    page,
    totalPages,
    isIndexed: words.length === 0 && (!hub || page <= (own[0]?.indexedPages ?? 0)),
    hubs: all.map(factsOf),
    groups: groups.filter(({ rows }) => rows.length > 0),
  }
}

const searched = ({ byName, names }: HubRoutes, words: string[]) =>
  byName.filter((_, index) => words.every((word) => names[index]?.includes(word)))

const factsOf = ({ hub: { name, description, icon, hasEconomy }, key, byName }: HubRoutes) => ({
  ...{ key, name, description, icon, hasEconomy },
  total: byName.length,
})

function listedRoute(route: Route, pricesOf: PricesOf): ListedRoute {
  const { prices } = pricesOf(route)
  return {
    id: route.id,
    slug: route.slug,
    destination: route.destination.name,
    ...(Object.fromEntries(priceFields.map((field) => [field, prices[field]])) as typeof prices),
    distanceKm: route.distanceKm,
    estimatedDuration: route.estimatedDuration,
    isMostAsked: route.isMostAsked,
  }
}

export async function countListedRoutes(read: Sql): Promise<number> {
  return hubRoutes(await catalog(read)).reduce((sum, { byName }) => sum + byName.length, 0)
}

/** Returns the number of indexable pages of each hub's list. */
export async function indexedPages(read: Sql): Promise<{ key: string; pages: number }[]> {
  return hubRoutes(await catalog(read)).map(({ key, indexedPages }) => ({ key, pages: indexedPages }))
}

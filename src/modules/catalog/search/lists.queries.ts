import { italian } from '../../../languages/catalogs.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { byDemand, type Catalog, catalog, type Route } from '../book/catalog.queries.ts'
import { type LocalNames, namesIn } from '../book/localNames.queries.ts'
import { onlyPrices } from '../book/price.queries.ts'
import { offeredPricesOn, type PricesOf, type TravelDay } from '../fares/fares.queries.ts'
import { hubs } from '../hubs.ts'
import { normalized } from '../placeSearch/placeWords.queries.ts'
import type { ListedRoute, RouteLists } from './contract.ts'

// The site splits long lists into pages, so that each page stays small.

/** Maximum routes per hub on the overview. The hub's own pages list all. */
export const overviewMax = 10
const pageSize = 100
/** Maximum routes per hub in the result of a search. */
const foundMax = 30

type HubFacts = (typeof hubs)[number]

interface HubRoutes {
  hub: HubFacts
  key: string
  name: string
  description: string
  byName: Route[]
  mostPopular: Route[]
  indexedPages: number
}

/** Cache by catalog revision and language: sorting thousands of names takes longer than rendering a page. */
const sorted = new WeakMap<object, Map<string, HubRoutes[]>>()

function hubRoutes(model: Catalog, names: LocalNames): HubRoutes[] {
  const byLanguage = sorted.get(model.revision) ?? new Map<string, HubRoutes[]>()
  sorted.set(model.revision, byLanguage)
  const known = byLanguage.get(names.t.language)
  if (known) return known
  const places = placeOrder(model, names)
  const italianPlaces = names.t === italian ? places : placeOrder(model, namesIn(model, italian))
  const lists = hubs.flatMap((hub) => {
    const routes = model.byDeparture.get(hub.name) ?? []
    return routes.length > 0 ? [sortedRoutes(model, { hub, routes, names, places, italianPlaces })] : []
  })
  byLanguage.set(names.t.language, lists)
  return lists
}

/** Ranks places by name: there are fewer places to sort than routes. */
function placeOrder({ locations }: Catalog, { t, nameOf }: LocalNames): Map<number, number> {
  const { compare } = new Intl.Collator(t.language)
  const named = [...locations.values()].map((place) => ({ id: place.id, name: nameOf(place) }))
  return new Map(
    named.sort((one, other) => compare(one.name, other.name)).map(({ id }, position) => [id, position]),
  )
}

interface Unsorted {
  hub: HubFacts
  routes: Route[]
  names: LocalNames
  places: Map<number, number>
  /** Rank by Italian name. The rank decides between routes in equal demand, so all languages list the same routes. */
  italianPlaces: Map<number, number>
}

function sortedRoutes({ byId }: Catalog, { hub, routes, names, places, italianPlaces }: Unsorted): HubRoutes {
  const by = (order: Map<number, number>) => (one: Route, other: Route) =>
    (order.get(one.destination.id) ?? 0) - (order.get(other.destination.id) ?? 0)
  const own = routes.toSorted(by(places))
  const inItalianOrder = by(italianPlaces)
  const [{ departure }] = own as [Route]
  // A route in the family of a main route leads to a place in demand. Among routes with equally many searches,
  // such a route comes first.
  const isMain = ({ mainRouteId }: Route) => Boolean(mainRouteId && byId.get(mainRouteId)?.isMainRoute)
  const indexed = own.filter(({ isIndexed }) => isIndexed).length
  return {
    hub,
    key: names.placeSlug(departure),
    name: names.nameOf(departure),
    description: names.t(hub.description),
    byName: own,
    mostPopular: routes
      .toSorted(
        (one, other) =>
          byDemand(one, other) || Number(isMain(other)) - Number(isMain(one)) || inItalianOrder(one, other),
      )
      .slice(0, overviewMax),
    indexedPages: indexed > overviewMax ? Math.ceil(indexed / pageSize) : 0,
  }
}

/** Reduces a search text to the words that the search compares, so that equivalent searches share one URL. */
export const searchText = (text: string) => normalized(text.slice(0, 80)).slice(0, 60).trim()

export interface AskedList {
  /** Slug of the hub; all hubs if omitted. */
  hub?: string | undefined
  page: number
  /** Each word must occur in the name of the departure or of the destination. */
  search: string
}

/** Returns the lists in a language; null for an unknown hub or page. */
export async function routeLists(
  read: Sql,
  { hub = '', page, search }: AskedList,
  { t, when }: { t: Translate; when: TravelDay },
): Promise<RouteLists | null> {
  const [model, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const names = namesIn(model, t)
  const all = hubRoutes(model, names)
  const own = hub ? all.filter(({ key }) => key === hub) : all
  const words = searchText(search).split(' ').filter(Boolean)
  const totalPages = hub && words.length === 0 ? Math.ceil((own[0]?.byName.length ?? 0) / pageSize) : 1
  if ((hub && own.length === 0) || page > totalPages) return null
  const groups = own.map((one) => {
    const found = words.length > 0 ? searched(one, words, names) : one.byName
    const shown =
      words.length > 0
        ? found.slice(0, foundMax)
        : hub
          ? found.slice((page - 1) * pageSize, page * pageSize)
          : one.mostPopular
    return {
      ...factsOf(one),
      found: found.length,
      rows: shown.map((route) => listedRoute(route, pricesOf, names)),
    }
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

function searched({ name, byName }: HubRoutes, words: string[], { nameOf }: LocalNames): Route[] {
  const hub = normalized(name)
  const asked = words.filter((word) => !hub.includes(word))
  // Compares a place once, even if several routes lead to it.
  const fits = new Map<number, boolean>()
  return byName.filter(({ destination }) => {
    const known = fits.get(destination.id)
    if (known !== undefined) return known
    const other = normalized(nameOf(destination))
    const isFit = asked.every((word) => other.includes(word))
    fits.set(destination.id, isFit)
    return isFit
  })
}

const factsOf = ({ hub: { icon, hasEconomy }, name, description, key, byName }: HubRoutes) => ({
  key,
  name,
  description,
  icon,
  hasEconomy,
  total: byName.length,
})

function listedRoute(route: Route, pricesOf: PricesOf, names: LocalNames): ListedRoute {
  return {
    id: route.id,
    slug: names.routeSlug(route),
    destination: names.nameOf(route.destination),
    ...onlyPrices(pricesOf(route).prices),
    distanceKm: route.distanceKm,
    estimatedDuration: route.estimatedDuration,
    isMostAsked: route.isMostAsked,
  }
}

export async function countListedRoutes(read: Sql): Promise<number> {
  const { byDeparture } = await catalog(read)
  return hubs.reduce((sum, { name }) => sum + (byDeparture.get(name)?.length ?? 0), 0)
}

/** Returns the number of indexable pages of each hub's list. */
export async function indexedPages(read: Sql, t: Translate): Promise<{ key: string; pages: number }[]> {
  const model = await catalog(read)
  const lists = hubRoutes(model, namesIn(model, t))
  return lists.map(({ key, indexedPages }) => ({ key, pages: indexedPages }))
}

import { type Catalog, type LocationRow, type Route, unranked } from '../book/catalog.queries.ts'
import { isHub } from '../placeSearch/placeSearch.queries.ts'

export const suggestionsMax = 10

/** Demand for a place: searches of its routes, best rank of its routes, and number of its routes. */
interface Demand {
  searches: number
  popularRank: number
  routes: number
}

type Demands = Map<number, Demand>
type Known = Pick<Catalog, 'locations' | 'routes' | 'revision'>

/** Returns suggestions for an empty field: the places with a route from or to `oppositeId`, then the hubs. */
export function suggestedPlaces(model: Known, oppositeId: number | undefined): LocationRow[] {
  const demands = demandsOf(model)
  const counterparts: Demands = new Map()
  for (const route of model.routes) {
    if (route.departure.id === oppositeId) add(counterparts, route.destination.id, route)
    if (route.destination.id === oppositeId) add(counterparts, route.departure.id, route)
  }
  const places = [...model.locations.values()]
  // Sorts by the demand for routes from or to `oppositeId`; if it is equal, by the demand for all routes of the place.
  const byDemand = order(demands)
  const wanted = places.filter(({ id }) => counterparts.has(id)).sort(order(counterparts, byDemand))
  const hubs = places.filter((place) => isHub(place) && !counterparts.has(place.id)).sort(byDemand)
  return [...wanted, ...hubs].filter(({ id }) => id !== oppositeId).slice(0, suggestionsMax)
}

/** Cached by revision of the catalog, because the sums take 6 ms for 100,000 routes. */
const known = new WeakMap<object, Demands>()

function demandsOf({ routes, revision }: Known): Demands {
  const demands: Demands = known.get(revision) ?? new Map()
  if (!known.has(revision))
    for (const route of routes)
      for (const { id } of [route.departure, route.destination]) add(demands, id, route)
  known.set(revision, demands)
  return demands
}

function add(
  sums: Demands,
  id: number,
  { searches, popularRank }: Pick<Route, 'searches' | 'popularRank'>,
): void {
  const sum = sums.get(id) ?? { searches: 0, popularRank: unranked, routes: 0 }
  sum.searches += searches
  sum.popularRank = Math.min(sum.popularRank, popularRank ?? unranked)
  sum.routes += 1
  sums.set(id, sum)
}

type Order = (one: LocationRow, other: LocationRow) => number

const none: Demand = { searches: 0, popularRank: unranked, routes: 0 }
// A shared collator sorts names with accents about twice as fast as `localeCompare`.
const compareNames = new Intl.Collator('it').compare
const byName: Order = (one, other) => compareNames(one.name, other.name)

function order(demands: Demands, next: Order = byName): Order {
  return (one, other) => {
    const [first, second] = [demands.get(one.id) ?? none, demands.get(other.id) ?? none]
    return (
      second.searches - first.searches ||
      first.popularRank - second.popularRank ||
      second.routes - first.routes ||
      next(one, other)
    )
  }
}

import { isHub } from '../placeSearch.ts'
import type { Catalog, LocationRow } from './catalog.queries.ts'

/** Maximum number of suggestions for a place field. */
export const suggestionsMax = 10

interface Demand {
  searches: number
  mainRoutes: number
  routes: number
}

/**
 * Returns the places that visitors want most, for a field that is still empty: the other ends of the routes of `oppositeId`,
 * and then the hubs.
 */
export function suggestedPlaces(
  { locations, routes }: Pick<Catalog, 'locations' | 'routes'>,
  oppositeId: number | undefined,
): LocationRow[] {
  const demand = new Map<number, Demand>()
  const counterparts = new Map<number, Demand>()
  for (const { departure, destination, searches, isMainRoute } of routes) {
    for (const { id } of [departure, destination]) add(demand, id, searches, isMainRoute)
    if (departure.id === oppositeId) add(counterparts, destination.id, searches, isMainRoute)
    if (destination.id === oppositeId) add(counterparts, departure.id, searches, isMainRoute)
  }
  const places = [...locations.values()]
  // Counterparts with equal searches are sorted by the demand of the places for all their routes.
  const byDemand = order((id) => demand.get(id))
  const wanted = places
    .filter(({ id }) => counterparts.has(id))
    .sort(order((id) => counterparts.get(id), byDemand))
  const hubs = places.filter((place) => isHub(place) && !counterparts.has(place.id)).sort(byDemand)
  return [...wanted, ...hubs].filter(({ id }) => id !== oppositeId).slice(0, suggestionsMax)
}

function add(sums: Map<number, Demand>, id: number, searches: number, isMainRoute: boolean): void {
  const sum = sums.get(id) ?? { searches: 0, mainRoutes: 0, routes: 0 }
  sum.searches += searches
  sum.mainRoutes += Number(isMainRoute)
  sum.routes += 1
  sums.set(id, sum)
}

type Order = (one: LocationRow, other: LocationRow) => number

const none: Demand = { searches: 0, mainRoutes: 0, routes: 0 }
const byName: Order = (one, other) => new Intl.Collator('it').compare(one.name, other.name)

function order(demandOf: (id: number) => Demand | undefined, next: Order = byName): Order {
  return (one, other) => {
    const [first, second] = [demandOf(one.id) ?? none, demandOf(other.id) ?? none]
    return (
      second.searches - first.searches ||
      second.mainRoutes - first.mainRoutes ||
      second.routes - first.routes ||
      next(one, other)
    )
  }
}

import { pairKey } from '../search/catalog.queries.ts'
import type { LocationType } from '../search/contract.ts'
import type { CorrelatedRoute } from './contract.ts'

// Selects the routes of a main route's family.

/** Each family has routes from and to these hubs. */
export const familyHubs = ['Stazione Lecce', 'Aeroporto Bari'] as const

interface Pair {
  departureId: number
  destinationId: number
}

/**
 * Returns the return of the main route, and the routes from each hub to the main route's destination and back, without
 * existing and repeated pairs.
 */
export function familyPlan(main: Pair, hubIds: number[], existing: ReadonlySet<string>): Pair[] {
  const place = main.destinationId
  const wanted = [
    { departureId: place, destinationId: main.departureId },
    ...hubIds.flatMap((hub) => [
      { departureId: hub, destinationId: place },
      { departureId: place, destinationId: hub },
    ]),
  ]
  const seen = new Set([...existing, pairKey(main.departureId, main.destinationId)])
  return wanted.filter(({ departureId, destinationId }) => {
    const key = pairKey(departureId, destinationId)
    if (departureId === destinationId || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export const isReturnOf = (main: Pair, { departureId, destinationId }: Pair) =>
  departureId === main.destinationId && destinationId === main.departureId

/** Returns a route's relation to its family's main route. */
export function familyLabel(
  main: Pair,
  route: Pair & { departureType: LocationType; destinationType: LocationType },
): CorrelatedRoute['label'] {
  if (isReturnOf(main, route)) return 'Ritorno'
  // The end other than the main route's destination decides the label.
  const type = route.departureId === main.destinationId ? route.destinationType : route.departureType
  return type === 'Stazione' || type === 'Aeroporto' ? type : 'Correlata'
}

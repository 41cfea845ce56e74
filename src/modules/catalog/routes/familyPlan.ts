import { pairKey } from '../book/catalog.queries.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import type { CorrelatedRoute } from './contract.ts'

export const familyHubs = ['Stazione Lecce', 'Aeroporto Bari'] as const

export interface Pair {
  departureId: number
  destinationId: number
}

export const endsOf = ({
  departureLocationId,
  destinationLocationId,
}: {
  departureLocationId: number
  destinationLocationId: number
}): Pair => ({ departureId: departureLocationId, destinationId: destinationLocationId })

/** Returns the return route of `main`, and both directions between its destination and each hub. Omits `existing`. */
export function familyPlan(main: Pair, hubIds: number[], existing: ReadonlySet<string>): Pair[] {
  const place = main.destinationId
  const wanted = [
    { departureId: place, destinationId: main.departureId },
    ...hubIds.flatMap((hub) => [
      { departureId: hub, destinationId: place },
      { departureId: place, destinationId: hub },
    ]),
  ]
  // Does not copy `existing`, because a plan for 10,000 main routes would make 10,000 copies.
  const seen = new Set([pairKey(main.departureId, main.destinationId)])
  return wanted.filter(({ departureId, destinationId }) => {
    const key = pairKey(departureId, destinationId)
    if (departureId === destinationId || existing.has(key) || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

export const isReturnOf = (main: Pair, { departureId, destinationId }: Pair) =>
  departureId === main.destinationId && destinationId === main.departureId

export function familyLabel(
  main: Pair,
  route: Pair & { departureType: LocationType; destinationType: LocationType },
): CorrelatedRoute['label'] {
  if (isReturnOf(main, route)) return 'Ritorno'
  // The label is the type of the place that is not the main route's destination.
  const type = route.departureId === main.destinationId ? route.destinationType : route.departureType
  return type === 'Stazione' || type === 'Aeroporto' ? type : 'Correlata'
}

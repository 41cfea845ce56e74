import type { Catalog, LocationRow } from '../book/catalog.queries.ts'
import type { PriceField } from '../book/contract.ts'
import { eachField } from '../book/price.queries.ts'
import { priceTextOrNull } from '../prices/cents.contract.ts'
import { airKm, estimateWay, type Position, positionOf, roadEstimate } from '../roadEstimate.ts'
import { type DistanceRule, estimatedPrices } from './distanceRule.queries.ts'
import type { FarePlace } from './fareOf.ts'

export interface Estimates extends Pick<Catalog, 'locations' | 'area'> {
  rule: DistanceRule
  areaKm: number
  pricedPlaces(): Set<number>
}

/** Returns null if the start or the destination has no coordinates or is not in the area (see `isInArea`). */
export function estimated(
  known: Estimates,
  from: LocationRow,
  to: LocationRow,
): Record<PriceField, string | null> | null {
  const [start, end] = [positionOf(from), positionOf(to)]
  if (!start || !end || !isInArea(known, from, start) || !isInArea(known, to, end)) return null
  const cents = estimatedPrices(known.rule, roadEstimate(start, end).distanceKm)
  return eachField((field) => priceTextOrNull(cents[field]))
}

/** Returns whether a priced route starts or ends within `areaKm` by road of the place. */
export function isInArea(
  { area, areaKm, locations, pricedPlaces }: Omit<Estimates, 'rule'>,
  { id }: FarePlace,
  at: Position,
): boolean {
  area.priced ??= pricedPlaces()
  if (area.priced.has(id)) return true
  if (area.km !== areaKm) {
    area.km = areaKm
    area.near.clear()
  }
  const known = area.near.get(id)
  if (known !== undefined) return known
  const isNear = [...area.priced].some((other) => {
    const place = locations.get(other)
    const position = place && positionOf(place)
    // Checks the straight line first: it is fast to compute and never longer than the road.
    return position && airKm(at, position) <= areaKm && estimateWay(at, position).km <= areaKm
  })
  area.near.set(id, isNear)
  return isNear
}

import { airKm, positionOf } from '../roadEstimate.ts'
import type { Coordinates } from './coordinates.contract.ts'
import { isHub, type SearchablePlace, type Understood } from './searchablePlace.ts'

/** A position belongs to the nearest place at most this many kilometres away in a straight line. */
const nearestKm = 10
/**
 * An airport is outside the town that it is named after, so a position at an airport belongs to the airport. Stations and
 * ports are in their towns, and many of their bundled positions are those of the town.
 */
const airportKm = 1.5

/** Returns the nearest place as the town of an address; null if all places are too far away. */
export function nearestPlace(places: readonly SearchablePlace[], at: Coordinates): Understood | null {
  let nearest: SearchablePlace | null = null
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const position = positionOf(place)
    if (!position || (isHub(place) && place.locationType !== 'Aeroporto')) continue
    const km = airKm(at, position)
    if (km >= least || km > (isHub(place) ? airportKm : nearestKm)) continue
    nearest = place
    least = km
  }
  return nearest && { place: nearest, isAddress: true }
}

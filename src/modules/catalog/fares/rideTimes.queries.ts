import type { Sql, Tx } from '../../../platform/db.ts'
import { placesByText } from '../book/understood.queries.ts'
import { estimateWay, positionOf } from '../roadEstimate.ts'

export type Way = readonly [from: string, to: string]

/** Estimates each way's whole minutes by road; null if a place is unknown or has no coordinates. */
export async function rideMinutes(read: Sql | Tx, ways: readonly Way[]): Promise<(number | null)[]> {
  if (ways.length === 0) return []
  const placeOf = await placesByText(read)
  const positionAt = (text: string) => {
    const place = placeOf(text)
    return place && positionOf(place)
  }
  return ways.map(([from, to]) => {
    const [start, end] = [positionAt(from), positionAt(to)]
    if (!start || !end) return null
    return start.latitude === end.latitude && start.longitude === end.longitude
      ? 0
      : Math.ceil(estimateWay(start, end).minutes)
  })
}

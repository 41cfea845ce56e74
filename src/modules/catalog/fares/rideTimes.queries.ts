import { isFollowed } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { estimateWay } from '../roadEstimate.ts'
import { catalog, locationRows, placeNames, searchOf } from '../search/catalog.queries.ts'
import { positionOf } from './estimates.ts'

export type Way = readonly [from: string, to: string]

/** Returns whole minutes by road for each way; null if an end is unknown or has no position. */
export async function rideMinutes(read: Sql | Tx, ways: readonly Way[]): Promise<(number | null)[]> {
  if (ways.length === 0) return []
  const { locations, search } = isFollowed(read) ? await catalog(read) : await allPlaces(read)
  const positionAt = (text: string) => {
    const id = search.understood(text)?.place.id
    const place = id === undefined ? undefined : locations.get(id)
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

async function allPlaces(read: Sql | Tx) {
  const [rows, names] = await Promise.all([locationRows(read), placeNames(read)])
  return { locations: new Map(rows.map((row) => [row.id, row])), search: searchOf(rows, names, new Map()) }
}

import { isFollowed } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { catalog, type LocationRow } from './catalog.queries.ts'
import { storedPlaces } from './storedPlaces.queries.ts'

/** Returns a function that finds the place that a text means; undefined if unknown or ambiguous. */
export async function placesByText(read: Sql | Tx): Promise<(text: string) => LocationRow | undefined> {
  // Without a catalog in memory, reading all routes would take much longer than reading the places.
  const { locations, search } = isFollowed(read) ? await catalog(read) : await storedPlaces(read)
  return (text) => {
    const id = search.understood(text)?.place.id
    return id === undefined ? undefined : locations.get(id)
  }
}

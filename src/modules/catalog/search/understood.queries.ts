import { isFollowed } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { catalog, type LocationRow, locationRows, placeNames, searchOf } from './catalog.queries.ts'

/** Returns a function that finds the place that a text means; undefined if the place is unknown or ambiguous. */
export async function placesByText(read: Sql | Tx): Promise<(text: string) => LocationRow | undefined> {
  // Where the catalog is not in memory, its routes would take much longer to read than its places.
  const { locations, search } = isFollowed(read) ? await catalog(read) : await allPlaces(read)
  return (text) => {
    const id = search.understood(text)?.place.id
    return id === undefined ? undefined : locations.get(id)
  }
}

async function allPlaces(read: Sql | Tx) {
  const [rows, names] = await Promise.all([locationRows(read), placeNames(read)])
  return { locations: new Map(rows.map((row) => [row.id, row])), search: searchOf(rows, names, new Map()) }
}

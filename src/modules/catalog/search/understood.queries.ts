import { isFollowed } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type Catalog,
  catalog,
  type LocationRow,
  locationRows,
  placeNames,
  searchOf,
} from './catalog.queries.ts'

/** Returns a function that finds the place that one of `texts` means; undefined if unknown or ambiguous. */
export async function placesByText(
  read: Sql | Tx,
  texts: readonly string[],
): Promise<(text: string) => LocationRow | undefined> {
  if (isFollowed(read)) return meaningOf(await catalog(read))
  // Exact names need no index of all places, which takes milliseconds to build.
  const named = await placesNamed(read, texts)
  if (texts.every((text) => named.has(text.toLowerCase()))) return (text) => named.get(text.toLowerCase())
  // Without a catalog in memory, reading all routes would take much longer than reading the places.
  return meaningOf(await allPlaces(read))
}

const meaningOf =
  ({ locations, search }: Pick<Catalog, 'locations' | 'search'>) =>
  (text: string) => {
    const id = search.understood(text)?.place.id
    return id === undefined ? undefined : locations.get(id)
  }

async function placesNamed(read: Sql | Tx, texts: readonly string[]): Promise<Map<string, LocationRow>> {
  const rows = await locationRows(
    read,
    read`where lower(name) in (select lower(text) from unnest(${texts}::text[]) as text)`,
  )
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}

async function allPlaces(read: Sql | Tx) {
  const [rows, names] = await Promise.all([locationRows(read), placeNames(read)])
  return { locations: new Map(rows.map((row) => [row.id, row])), search: searchOf(rows, names, new Map()) }
}

import type { Sql, Tx } from '../../../platform/db.ts'
import type { PlaceSearch } from '../placeSearch/placeSearch.queries.ts'
import { type LocationRow, locationRows, type PlaceNames, placeNames, searchOf } from './catalog.queries.ts'

type Counts = ReadonlyMap<number, number>

interface StoredPlaces {
  names: Map<number, PlaceNames>
  /** Places by id, in the order of their ids. */
  locations: Map<number, LocationRow>
  /** Search that does not know how many routes a place has. */
  search: PlaceSearch
  /** Search that prefers places with more routes, for the numbers of routes with which it was last needed. */
  ranked?: { counts: Counts; search: PlaceSearch }
}

let last: { state: string; places: StoredPlaces } | null = null

/**
 * Returns the places as `read` sees them, for transactions and for processes without a catalog in memory. Their search
 * takes 15 ms to build with the bundled places, so a process builds it again only after a change.
 */
export async function storedPlaces(read: Sql | Tx): Promise<StoredPlaces> {
  // Each change, addition and deletion gives another state: `xmin` is the transaction that wrote the row, and `ctid` the
  // row's place on the disk, which tells two changes of one transaction apart.
  const stateOf = (table: string) => read`
    (select row(count(*), sum(xmin::text::bigint), sum(hashtextextended(ctid::text, 0))) from ${read(table)})`
  const [{ state }] = await read<[{ state: string }]>`
    select concat_ws(' ', ${stateOf('locations')}, ${stateOf('location_names')}) as state`
  if (last?.state === state) return last.places
  const [rows, names] = await Promise.all([locationRows(read), placeNames(read)])
  const locations = new Map(rows.map((row) => [row.id, row]))
  const places = { names, locations, search: searchOf(rows, names, new Map()) }
  last = { state, places }
  return places
}

/** Returns the search that prefers places with more routes. */
export async function rankedSearch(read: Sql | Tx, places: StoredPlaces): Promise<PlaceSearch> {
  const counts = await routeCounts(read)
  if (!places.ranked || !isSame(places.ranked.counts, counts))
    places.ranked = { counts, search: searchOf([...places.locations.values()], places.names, counts) }
  return places.ranked.search
}

async function routeCounts(read: Sql | Tx): Promise<Counts> {
  const rows = await read<{ id: number; count: number }[]>`
    select end_id as id, count(*) as count from route_prices,
      unnest(array[departure_location_id, destination_location_id]) as end_id
    where is_active group by end_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const isSame = (one: Counts, other: Counts) =>
  one.size === other.size && [...one].every(([id, count]) => other.get(id) === count)

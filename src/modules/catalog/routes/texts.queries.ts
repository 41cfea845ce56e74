import { likeOf } from '../../../kernel/list.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { PriceField } from '../book/contract.ts'
import { effectivePrices, outboundPrices } from '../book/priceColumns.queries.ts'

export { similarPairs } from '../similarity.ts'

export interface RouteTexts {
  id: number
  name: string
  slug: string
  longDescription: string | null
  touristInfo: string | null
}

/** Returns routes with a text, oldest first, also inactive routes. */
export function listRouteTexts(read: Sql): Promise<RouteTexts[]> {
  return read<RouteTexts[]>`
    select route_prices.id, departure.name || ' → ' || destination.name as name, slug,
      route_prices.long_description, route_prices.tourist_info
    from route_prices
    join locations departure on departure.id = departure_location_id
    join locations destination on destination.id = destination_location_id
    where coalesce(route_prices.long_description, '') <> '' or coalesce(route_prices.tourist_info, '') <> ''
    order by route_prices.id`
}

/** Returns the texts with an uploaded picture, from places and from active, inactive and deleted routes. */
export async function textsWithPictures(read: Sql): Promise<string[]> {
  const rows = await read<{ text: string }[]>`
    select text from (
      select concat_ws(' ', long_description, tourist_info) as text from route_prices
      union all select concat_ws(' ', long_description, tourist_info) from locations
      union all select concat(route, parts) from removed_routes
    ) as texts where text like '%/media/%'`
  return rows.map(({ text }) => text)
}

/** Data that a generated text may mention. */
export interface RouteFacts extends Record<PriceField, string | null> {
  distanceKm: number | null
  estimatedDuration: string | null
}

export async function findRouteFacts(
  read: Sql,
  { departure, destination }: { departure: string; destination: string },
): Promise<RouteFacts | null> {
  const [facts] = await read<[RouteFacts?]>`
    select distance_km, estimated_duration, ${effectivePrices(read)}
    from route_prices r ${outboundPrices(read)}
    join locations d on d.id = departure_location_id
    join locations t on t.id = destination_location_id
    where d.name = ${departure} and t.name = ${destination}
    order by r.is_active desc, r.id limit 1`
  return facts ?? null
}

export function routesForTexts(
  sql: Sql | Tx,
  { field, search, onlyMissing, max, except }: RoutesForTexts,
): Promise<{ id: number; departure: string; destination: string }[]> {
  const column = field === 'longDescription' ? sql`r.long_description` : sql`r.tourist_info`
  return sql<{ id: number; departure: string; destination: string }[]>`
    select r.id, d.name as departure, t.name as destination
    from route_prices r
    join locations d on d.id = departure_location_id
    join locations t on t.id = destination_location_id
    where d.name || ' ' || t.name ilike ${likeOf(search)} and r.id <> all(${except}::bigint[])
      and ${onlyMissing ? sql`coalesce(${column}, '') = ''` : sql`true`}
    order by r.is_active desc, is_main_route desc, ricerche desc, r.id limit ${max}`
}

interface RoutesForTexts {
  field: 'longDescription' | 'touristInfo'
  search: string
  onlyMissing: boolean
  max: number
  except: number[]
}

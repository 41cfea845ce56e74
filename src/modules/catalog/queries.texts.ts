import type { Sql } from '../../db.ts'
import type { PriceField } from './contract.ts'

export { similarPairs } from './similarity.ts'

export interface RouteTexts {
  id: number
  name: string
  slug: string
  longDescription: string | null
  touristInfo: string | null
}

/** The routes that have a text of their own, oldest first, inactive ones included. */
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

/** What is known of a route for sure, as the form's fields name it. */
export interface RouteFacts extends Record<PriceField, string | null> {
  distanceKm: number | null
  estimatedDuration: string | null
}

/** Of the route between two places by their names; null where there is none. */
export async function findRouteFacts(
  read: Sql,
  { departure, destination }: { departure: string; destination: string },
): Promise<RouteFacts | null> {
  const [facts] = await read<[RouteFacts?]>`
    select distance_km, estimated_duration, price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax,
      price4to8_pax, price_premium1to3_pax, price_premium4to7_pax
    from route_prices
    join locations d on d.id = departure_location_id
    join locations t on t.id = destination_location_id
    where d.name = ${departure} and t.name = ${destination}
    order by route_prices.is_active desc, route_prices.id limit 1`
  return facts ?? null
}

import type { Sql } from '../../db.ts'

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

import type { Sql } from '../../../platform/db.ts'

export interface Demand {
  activeRoutes: number
  topSearches: { route: string; slug: string; searches: number }[]
  unmetSearches: { departure: string; destination: string; searches: number; lastSearchedAt: Date }[]
}

export async function readDemand(read: Sql): Promise<Demand> {
  const [[{ activeRoutes }], topSearches, unmetSearches] = await Promise.all([
    read<[{ activeRoutes: number }]>`select count(*) as active_routes from route_prices where is_active`,
    read<Demand['topSearches']>`
      select d.name || ' → ' || a.name as route, r.slug, r.ricerche as searches
      from route_prices r join locations d on d.id = departure_location_id
        join locations a on a.id = destination_location_id
      where r.is_active and r.ricerche > 0 order by r.ricerche desc, r.id limit 10`,
    read<Demand['unmetSearches']>`
      select departure, destination, searches, last_searched_at
      from unmet_searches order by searches desc, last_searched_at desc limit 10`,
  ])
  return { activeRoutes, topSearches, unmetSearches }
}

import type { Sql } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'

/** Returns the trips of these leads, for the export of a person's data. */
export function tripsOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, ride.direction, ride.from_place, ride.to_place, ride.address,
      ride.pickup_at, ride.ends_at, ride.passengers, ride.bags, ride.flight_or_train, trips.state, ride.total, created_at,
      coalesce((select jsonb_agg(jsonb_build_object('event', event, 'at', at) order by e.id)
        from driver_events e where e.trip_id = trips.id), '[]') as events
    from trips join planned_rides ride on ride.trip_id = trips.id
    where ${isOfLeads(sql, leads)}
    order by trips.pickup_at, ride.trip_id, ride.lead_kind, ride.lead_id, ride.direction`
}

import type { Sql } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'
import { withRide } from '../rides/rides.queries.ts'

/** Returns the trips of these leads, for the export of a person's data. */
export function tripsOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, p.direction, ride."from" as from_place, ride."to" as to_place, ride.address,
      ride.pickup_at, ride.ends_at, p.passengers, p.bags, ride.flight_or_train, state, ride.total, created_at,
      coalesce((select jsonb_agg(jsonb_build_object('event', event, 'at', at) order by e.id)
        from driver_events e where e.trip_id = trips.id), '[]') as events
    from trips join trip_parties p on p.trip_id = trips.id ${withRide(sql)}
    where ${isOfLeads(sql, leads)}
    order by trips.pickup_at`
}

import type { Sql } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/queries.ts'

/** Returns the trips of these leads, for the export of a person's data. */
export function tripsOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, p.direction, coalesce(p.from_place, trips.from_place) as from_place,
      coalesce(p.to_place, trips.to_place) as to_place,
      case when p.from_place is null then trips.address else p.address end as address,
      coalesce(p.pickup_at, trips.pickup_at) as pickup_at, coalesce(p.ends_at, trips.ends_at) as ends_at,
      p.passengers, p.bags,
      case when p.from_place is null then trips.flight_or_train else p.flight_or_train end as flight_or_train,
      state, case when p.from_place is null then trips.total else p.total end as total, created_at,
      coalesce((select jsonb_agg(jsonb_build_object('event', event, 'at', at) order by e.id)
        from driver_events e where e.trip_id = trips.id), '[]') as events
    from trips join trip_parties p on p.trip_id = trips.id
    where ${isOfLeads(sql, leads)}
    order by trips.pickup_at`
}

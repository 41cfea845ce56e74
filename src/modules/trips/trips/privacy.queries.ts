import type { Sql } from '../../../platform/db.ts'

/** Returns the trips of these leads, for the export of a person's data. */
export function tripsOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, trips.direction, from_place, to_place, address, pickup_at, ends_at, p.passengers, p.bags,
      flight_or_train, state, total, created_at
    from trips join trip_parties p on p.trip_id = trips.id
    where (lead_kind, lead_id) in (select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[],
      ${leads.map(({ id }) => id)}::bigint[]) as found (kind, id))
    order by pickup_at`
}

import type { Sql } from '../src/platform/db.ts'

/** Lets a trip drive the ride of a booking, and nothing else. */
export async function giveTrip(
  sql: Sql,
  booking: number,
  tripId: number,
  direction = 'there',
): Promise<void> {
  await sql`
    insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_passengers, trip_id, from_place, to_place,
      pickup_at, ends_at, passengers, bags, flight_or_train)
    select 'booking', ${booking}::bigint, ${direction}::text, from_place, to_place, passengers::text, id, from_place, to_place,
      pickup_at, ends_at, passengers, bags, flight_or_train
    from trips where id = ${tripId}
    on conflict (lead_kind, lead_id, direction) do update set trip_id = excluded.trip_id, from_place = excluded.from_place,
      to_place = excluded.to_place, pickup_at = excluded.pickup_at, ends_at = excluded.ends_at,
      passengers = excluded.passengers, bags = excluded.bags, flight_or_train = excluded.flight_or_train`
}

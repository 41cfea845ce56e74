import type { Sql } from '../../src/platform/db.ts'

/** Returns what a trip and its rides say differently, by trip. The price of a joined trip may be staff's own. */
export const disagreements = (sql: Sql) => sql<{ id: number; trip: object; rides: object }[]>`
  with own as (
    select trip_id, count(*) as rides, sum(passengers)::int as passengers, sum(bags)::int as bags, sum(total) as total,
      string_agg(distinct address, ', ') as address, string_agg(distinct flight_or_train, ', ') as flight,
      (array_agg(direction order by pickup_at, lead_kind, lead_id, id))[1] as direction,
      (array_agg(from_place order by pickup_at, lead_kind, lead_id, id))[1] as from_place,
      array_agg(to_place) as places, min(pickup_at) as pickup_at, max(ends_at) as ends_at
    from rides group by trip_id
  ), said as (
    select t.id,
      jsonb_build_object('passengers', t.passengers, 'bags', t.bags, 'address', t.address, 'flight', t.flight_or_train,
        'direction', t.direction, 'from', t.from_place, 'pickupAt', t.pickup_at, 'goesThere', t.to_place = any(own.places),
        'total', case when own.rides = 1 then t.total end, 'endsAt', case when own.rides = 1 then t.ends_at end) as trip,
      jsonb_build_object('passengers', own.passengers, 'bags', own.bags, 'address', own.address, 'flight', own.flight,
        'direction', own.direction, 'from', own.from_place, 'pickupAt', own.pickup_at, 'goesThere', true,
        'total', case when own.rides = 1 then own.total end, 'endsAt', case when own.rides = 1 then own.ends_at end) as rides
    from trips t join own on own.trip_id = t.id
  )
  select id, trip, rides from said where trip <> rides order by id`

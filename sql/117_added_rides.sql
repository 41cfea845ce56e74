-- Rides that staff added without a lead and joined with others in one trip. A single ride is in the row of its trip.
create table trip_added_rides (
  id bigint generated always as identity primary key,
  trip_id bigint not null references trips (id) on delete cascade,
  direction text not null check (direction in ('there', 'back')),
  from_place text not null,
  to_place text not null,
  address text,
  pickup_at timestamptz not null,
  ends_at timestamptz not null,
  passengers integer not null check (passengers between 1 and 100),
  bags integer not null check (bags between 0 and 200),
  flight_or_train text,
  total numeric(8, 2)
);
create index trip_added_rides_by_trip on trip_added_rides (trip_id);

-- Rides of each trip: those of its parties, and those that staff added.
create view trip_rides as
  select trip_id, lead_kind, lead_id, null::bigint as added_id, direction, from_place, to_place, address, pickup_at, ends_at,
    passengers, bags, flight_or_train, total
  from trip_parties
  union all
  select trip_id, null, null, id, direction, from_place, to_place, address, pickup_at, ends_at,
    passengers, bags, flight_or_train, total
  from trip_added_rides;

-- Sets passengers, bags, price, addresses and flights of a trip with several rides from its rides.
create or replace function sum_parties(trip bigint) returns void language sql as $$
  update trips set passengers = sums.passengers, bags = sums.bags, total = sums.total, address = sums.address,
    flight_or_train = sums.flight_or_train, updated_at = now()
  from (
    select sum(passengers)::integer as passengers, sum(bags)::integer as bags, sum(total) as total,
      string_agg(distinct address, ', ') as address, string_agg(distinct flight_or_train, ', ') as flight_or_train
    from trip_rides
    where trip_id = trip
    having count(*) > 0 and count(*) = count(from_place)
  ) as sums
  where trips.id = trip
$$;

-- Deletes the trips of a deleted lead. A trip with other rides stays and loses only the rides of this lead.
create or replace function forget_trips() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id returning trip_id
  )
  select array_agg(trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from trip_rides r where r.trip_id = trips.id);
  perform sum_parties(id) from trips where id = any(touched);
  return null;
end
$$;

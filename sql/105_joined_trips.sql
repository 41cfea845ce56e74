-- Vehicle that the customer booked, such as `economy` for a shared ride; null if unknown.
alter table trips add column vehicle_kind text;

update trips set vehicle_kind = booked.vehicle
from (
  select p.trip_id, line.vehicle
  from trip_parties p
    join offers on offers.lead_kind = p.lead_kind and offers.lead_id = p.lead_id and offers.state = 'accepted'
    cross join lateral jsonb_to_recordset(offers.lines) as line (direction text, vehicle text)
  where line.direction = p.direction
) as booked
where booked.trip_id = trips.id;

-- Ride of a party, from which staff can make a separate trip. Null in a trip with one party, because the trip's
-- row has the ride.
alter table trip_parties
  add column from_place text,
  add column to_place text,
  add column address text,
  add column pickup_at timestamptz,
  add column ends_at timestamptz,
  add column flight_or_train text,
  add column total numeric(8, 2);

-- Sets passengers, bags, price, addresses and flights of a trip with several parties from its parties.
create function sum_parties(trip bigint) returns void language sql as $$
  update trips set passengers = sums.passengers, bags = sums.bags, total = sums.total, address = sums.address,
    flight_or_train = sums.flight_or_train, updated_at = now()
  from (
    select sum(passengers)::integer as passengers, sum(bags)::integer as bags, sum(total) as total,
      string_agg(distinct address, ', ') as address, string_agg(distinct flight_or_train, ', ') as flight_or_train
    from trip_parties
    where trip_id = trip
    having count(*) > 0 and count(*) = count(from_place)
  ) as sums
  where trips.id = trip
$$;

-- Deletes the trips of a deleted lead. A trip with passengers of other leads stays and loses only this party.
create or replace function forget_trips() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id returning trip_id
  )
  select array_agg(trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from trip_parties p where p.trip_id = trips.id);
  perform sum_parties(id) from trips where id = any(touched);
  return null;
end
$$;

-- A new nonce invalidates the previous URL of the driver's calendar feed. Null while the driver has no feed.
alter table drivers add column calendar_nonce uuid;

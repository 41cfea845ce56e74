-- A trip follows its rides in one place, also when a request is erased that shared it.
create function follow_rides(trip bigint) returns void language sql as $$
  with own as (
    select * from rides where trip_id = trip
  ), first as (
    select * from own order by pickup_at, lead_kind, lead_id, id limit 1
  ), sums as (
    select count(*) as rides, sum(passengers)::integer as passengers, sum(bags)::integer as bags, sum(total) as total,
      string_agg(distinct address, ', ') as address, string_agg(distinct flight_or_train, ', ') as flight_or_train,
      (array_agg(to_place order by pickup_at, lead_kind, lead_id, id))[count(*)] as last_place,
      array_agg(to_place) as places
    from own
  ), period as (
    -- The end never becomes later, because vehicle and driver may have another trip then.
    select first.pickup_at, case when sums.rides = 1 then least(trips.ends_at, first.ends_at) else trips.ends_at end as ends_at
    from first, sums, trips where trips.id = trip
  )
  update trips set direction = first.direction, from_place = first.from_place,
    to_place = case when sums.rides > 1 and trips.to_place = any(sums.places) then trips.to_place else sums.last_place end,
    pickup_at = case when period.ends_at > period.pickup_at then period.pickup_at else trips.pickup_at end,
    ends_at = case when period.ends_at > period.pickup_at then period.ends_at else trips.ends_at end,
    passengers = sums.passengers, bags = sums.bags, total = sums.total, address = sums.address,
    flight_or_train = sums.flight_or_train, updated_at = now()
  from first, sums, period
  where trips.id = trip;

  update rides set ends_at = trips.ends_at from trips
  where trips.id = trip and trip_id = trip and trips.pickup_at = rides.pickup_at and trips.ends_at < rides.ends_at
    and not exists (select from rides other where other.trip_id = trip and other.id <> rides.id);
$$;

create or replace function forget_trips() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from rides where lead_kind = old.kind and lead_id = old.id returning trip_id
  )
  select array_agg(trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from rides r where r.trip_id = trips.id);
  perform follow_rides(id) from trips where id = any(touched);
  return null;
end $$;
drop function sum_rides(bigint);

-- Also the acts on trips in which a ride was before: their images contain what the trip had from the ride.
create or replace function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'rides' and key in (
      select jsonb_build_object('id', id) from rides where lead_kind = old.kind and lead_id = old.id)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from rides where lead_kind = old.kind and lead_id = old.id
      union
      select jsonb_build_object('id', image -> 'trip_id')
      from rides join bulk_act_rows made on made.table_name = 'rides' and made.key = jsonb_build_object('id', rides.id)
        cross join lateral (values (made.before), (made.after)) as images (image)
      where lead_kind = old.kind and lead_id = old.id and image ? 'trip_id')
    union
    select act_id from bulk_act_rows
    where table_name = 'leads' and key = jsonb_build_object('kind', old.kind, 'id', old.id) and item = '1');
  return null;
end $$;

-- Trips that lost a request before keep its places and time.
select follow_rides(trips.id)
from trips join (
  select distinct on (trip_id) trip_id, from_place, pickup_at from rides
  order by trip_id, pickup_at, lead_kind, lead_id, id) as first on trip_id = trips.id
where (first.from_place, first.pickup_at) is distinct from (trips.from_place, trips.pickup_at);

-- An undo of these acts would restore a trip without its ride. Only releases before the first one with rides made them.
delete from bulk_acts where id in (
  select act_id from bulk_act_rows made
  where table_name = 'trips'
    and before ?| array['from_place', 'to_place', 'address', 'pickup_at', 'ends_at', 'passengers', 'bags', 'flight_or_train', 'total']
    and not exists (select from bulk_act_rows r where r.act_id = made.act_id and r.table_name = 'rides'));

-- Rides take the place of the parties and added rides of trips.
lock table trips, trip_parties, trip_added_rides in access exclusive mode;

do $$
declare
  lacking bigint := (select count(*) from trips where not exists (select from rides where trip_id = trips.id));
begin
  if lacking > 0 then
    raise exception '% trips have no ride', lacking using hint = 'Restore the backup and run the migration again.';
  end if;
end $$;

drop trigger refuse_write_while_moved on trips;
drop view trip_rides;
drop trigger announce_trips on trip_parties;
alter table driver_notices drop constraint driver_notices_lead_kind_lead_id_direction_fkey;
-- squawk-ignore ban-drop-table
drop table trip_parties;
-- squawk-ignore ban-drop-table
drop table trip_added_rides;
drop function refuse_write_while_moved();
drop function sum_parties(bigint);
drop function announce_trips_of_parties();
-- Images of the dropped tables cannot be restored. Only releases before the first one with rides made them.
delete from bulk_acts where id in (
  select act_id from bulk_act_rows where table_name in ('trip_parties', 'trip_added_rides'));

create function announce_trips_of_rides() returns trigger language plpgsql as $$
declare
  ids text;
begin
  select case when count(distinct trip_id) > 500 then '*' else string_agg(distinct trip_id::text, ',') end
    into ids from new_rows;
  if ids is not null then
    perform pg_notify('changes', 'trips:' || ids);
  end if;
  return null;
end $$;
create trigger announce_trips after update on rides referencing new table as new_rows
  for each statement execute function announce_trips_of_rides();
-- The worker asks for reviews, and clears `known_ride` when the customer knows the ride.
select record_acts_of('rides', 'id', 'review_asked_at,known_ride');

-- Gives a trip of several rides their sums, or a trip of one ride what the ride says.
create function sum_rides(trip bigint) returns void language sql as $$
  update trips set passengers = sums.passengers, bags = sums.bags, total = sums.total, address = sums.address,
    flight_or_train = sums.flight_or_train, updated_at = now()
  from (
    select sum(passengers)::integer as passengers, sum(bags)::integer as bags, sum(total) as total,
      string_agg(distinct address, ', ') as address, string_agg(distinct flight_or_train, ', ') as flight_or_train
    from rides
    where trip_id = trip
    having count(*) > 0
  ) as sums
  where trips.id = trip
$$;

create or replace function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'rides' and key in (
      select jsonb_build_object('id', id) from rides where lead_kind = old.kind and lead_id = old.id)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from rides where lead_kind = old.kind and lead_id = old.id)
    union
    select act_id from bulk_act_rows
    where table_name = 'leads' and key = jsonb_build_object('kind', old.kind, 'id', old.id) and item = '1');
  return null;
end $$;

create or replace function forget_trips() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from rides where lead_kind = old.kind and lead_id = old.id returning trip_id
  )
  select array_agg(trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from rides r where r.trip_id = trips.id);
  perform sum_rides(id) from trips where id = any(touched);
  return null;
end $$;

alter table driver_notices add constraint driver_notices_ride_fkey foreign key (lead_kind, lead_id, direction)
  references rides (lead_kind, lead_id, direction) on delete cascade not valid;

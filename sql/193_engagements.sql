-- A vehicle or a driver is taken from a moment to a moment. The database refuses two trips that take one at the same time.
create table engagements (
  id bigint generated always as identity primary key,
  trip_id bigint not null references trips (id) on delete cascade,
  vehicle_id bigint references vehicles (id),
  driver_id bigint references drivers (id),
  from_at timestamptz not null,
  until_at timestamptz not null,
  check (until_at > from_at),
  check (num_nonnulls(vehicle_id, driver_id) = 1),
  constraint engagements_vehicle_once exclude using gist (vehicle_id with =, tstzrange(from_at, until_at) with &&),
  constraint engagements_driver_once exclude using gist (driver_id with =, tstzrange(from_at, until_at) with &&)
);
create index engagements_by_trip on engagements (trip_id);

-- Gives each of these trips the engagements of its vehicle and driver, from the assignment until the end.
create function engage(trip_ids bigint[]) returns void language sql as $$
  delete from engagements where trip_id = any(trip_ids);
  insert into engagements (trip_id, vehicle_id, driver_id, from_at, until_at)
  select trips.id, taken.vehicle_id, taken.driver_id, pickup_at, ends_at
  from trips cross join lateral (values (trips.vehicle_id, null), (null, trips.driver_id)) as taken (vehicle_id, driver_id)
  where trips.id = any(trip_ids) and state in ('assigned', 'started', 'onSite', 'aboard')
  order by trips.id
$$;

create function engage_new_trips() returns trigger language plpgsql as $$
begin
  perform engage(array(select id from new_rows));
  return null;
end $$;
create trigger engage_new_trips after insert on trips referencing new table as new_rows
  for each statement execute function engage_new_trips();

create function engage_changed_trips() returns trigger language plpgsql as $$
begin
  perform engage(array(
    select n.id from new_rows n join old_rows o using (id)
    where (n.vehicle_id, n.driver_id, n.pickup_at, n.ends_at, n.state)
      is distinct from (o.vehicle_id, o.driver_id, o.pickup_at, o.ends_at, o.state)));
  return null;
end $$;
create trigger engage_changed_trips after update on trips referencing old table as old_rows new table as new_rows
  for each statement execute function engage_changed_trips();

select engage(array(select id from trips where state in ('assigned', 'started', 'onSite', 'aboard')));

alter table trips drop constraint trips_vehicle_once;
alter table trips drop constraint trips_driver_once;

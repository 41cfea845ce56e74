-- Exclusion constraints on ids need this extension. The extension is trusted, so the owner of the database may
-- create it.
create extension if not exists btree_gist;

-- Rides of the operator: one per direction of a confirmed lead, and those that staff add.
create table trips (
  id bigint generated always as identity primary key,
  direction text not null default 'there' check (direction in ('there', 'back')),
  from_place text not null,
  to_place text not null,
  -- Street address in the place that is not a hub.
  address text,
  pickup_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > pickup_at),
  passengers integer not null check (passengers between 1 and 100),
  bags integer not null check (bags between 0 and 200),
  flight_or_train text,
  vehicle_id bigint references vehicles (id),
  driver_id bigint references drivers (id),
  state text not null default 'planned' check (state in
    ('planned', 'assigned', 'started', 'onSite', 'aboard', 'finished', 'noShow', 'cancelled')),
  total numeric(8, 2) check (total >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((vehicle_id is null) = (driver_id is null)),
  check (state in ('planned', 'cancelled') = (vehicle_id is null)),
  -- Prevents overlapping trips of a vehicle or driver, however many dispatchers assign at once.
  constraint trips_vehicle_once exclude using gist (vehicle_id with =, tstzrange(pickup_at, ends_at) with &&)
    where (state in ('assigned', 'started', 'onSite', 'aboard')),
  constraint trips_driver_once exclude using gist (driver_id with =, tstzrange(pickup_at, ends_at) with &&)
    where (state in ('assigned', 'started', 'onSite', 'aboard'))
);
create index trips_by_pickup on trips (pickup_at);
create index trips_by_vehicle on trips (vehicle_id, pickup_at);
create index trips_by_driver on trips (driver_id, pickup_at);

-- Leads whose passengers travel on a trip. The key guarantees one trip per direction of a lead.
create table trip_parties (
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  direction text not null check (direction in ('there', 'back')),
  trip_id bigint not null references trips (id) on delete cascade,
  passengers integer not null check (passengers between 1 and 100),
  bags integer not null check (bags between 0 and 200),
  primary key (lead_kind, lead_id, direction)
);
create index trip_parties_by_trip on trip_parties (trip_id);

-- Deletes the trips of a deleted lead, except those that also take other leads' passengers.
create function forget_trips() returns trigger language plpgsql as $$
begin
  with gone as (
    delete from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id returning trip_id
  )
  delete from trips where id in (select trip_id from gone) and not exists (
    select from trip_parties p
    where p.trip_id = trips.id and not (p.lead_kind = tg_argv[0] and p.lead_id = old.id));
  return null;
end
$$;
create trigger forget_trips after delete on availability_requests
  for each row execute function forget_trips('availability_request');
create trigger forget_trips after delete on contacts
  for each row execute function forget_trips('contact');
create trigger forget_trips after delete on bookings
  for each row execute function forget_trips('booking');

select announce_changes_of('trips');
select keep_versions_apart_of('trips');

-- Creates the trips of confirmed leads whose ride is still ahead.
with due as (
  select kind, id from leads
  where status = 'confermata'
    and greatest(date, return_date) >= to_char(now() at time zone 'Europe/Rome', 'YYYY-MM-DD')
), events as (
  insert into outbox (type, payload)
  select 'leads:rideChanged', jsonb_build_object('kind', kind, 'leadId', id) from due returning id
)
select count(graphile_worker.add_job('dispatch', json_build_object('eventId', id),
  job_key := 'dispatch:' || id)) from events;

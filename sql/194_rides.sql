-- A ride is what one party wants driven. Each ride says everything about it, also the only one of its trip. The next file
-- moves the parties and added rides of trips. Until they are in place no trip can be stored or changed: processes of the
-- previous release answer that the database takes no writes now, and phones of drivers send their taps later.
create table rides (
  id bigint generated always as identity primary key,
  -- Null for a ride that staff added without a request.
  lead_kind text,
  lead_id bigint,
  direction text not null default 'there' check (direction in ('there', 'back')),
  trip_id bigint not null references trips (id) on delete cascade,
  from_place text not null,
  to_place text not null,
  address text,
  pickup_at timestamptz not null,
  ends_at timestamptz not null,
  passengers integer not null check (passengers between 1 and 100),
  bags integer not null check (bags between 0 and 200),
  flight_or_train text,
  total numeric(8, 2) check (total >= 0),
  review_asked_at timestamptz,
  -- The ride as its customer knows it, while a change waits for its message.
  known_ride jsonb,
  check (ends_at > pickup_at),
  check (num_nonnulls(lead_kind, lead_id) in (0, 2)),
  unique (lead_kind, lead_id, direction),
  -- Triggers of `leads` end the rides of a lead.
  constraint rides_lead_fkey foreign key (lead_kind, lead_id) references leads (kind, id) deferrable initially deferred
);
create index rides_by_trip on rides (trip_id);
create index rides_with_known_ride on rides (trip_id) where known_ride is not null;

create function refuse_write_while_moved() returns trigger language plpgsql as $$
begin
  raise exception 'trips are being moved to other tables' using errcode = '25006';
end $$;
create trigger refuse_write_while_moved before insert or update or delete on trips
  for each statement execute function refuse_write_while_moved();
create trigger refuse_write_while_moved before insert or update or delete on trip_parties
  for each statement execute function refuse_write_while_moved();
create trigger refuse_write_while_moved before insert or update or delete on trip_added_rides
  for each statement execute function refuse_write_while_moved();

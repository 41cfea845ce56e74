-- A ride exists from the moment its request is stored, and carries what was asked of it. The next file moves this from
-- `leads` into `rides`. Until 201_rides_of_requests_in_place.sql no request, offer, trip or ride can be stored or changed: processes
-- of the previous release answer that the database takes no writes now, visitors read the phone number, and phones of drivers send
-- their taps later.
do $$
declare
  readers text := (
    select string_agg(distinct ev_class::regclass::text, ', ') from pg_depend join pg_rewrite on pg_rewrite.oid = objid
    where classid = 'pg_rewrite'::regclass and refclassid = 'pg_class'::regclass
      and refobjid in ('leads'::regclass, 'availability_requests'::regclass, 'bookings'::regclass, 'contacts'::regclass,
        'route_work'::regclass)
      and ev_class not in ('availability_requests'::regclass, 'bookings'::regclass, 'contacts'::regclass, 'route_work'::regclass));
begin
  if readers is not null then
    raise exception 'the operator''s own views depend on the requests: %', readers
      using hint = 'Drop these views, run the migration, and create them again: the names availability_requests, bookings and contacts stay.';
  end if;
end $$;

alter table rides
  add column state text not null default 'requested'
    constraint rides_state_check check (state in ('requested', 'offered', 'confirmed', 'finished', 'noShow', 'cancelled')),
  add column updated_at timestamptz not null default now(),
  -- The words of the customer or of staff, such as `metà luglio` for a day.
  add column asked_from text,
  add column asked_to text,
  add column asked_day text,
  add column asked_time text,
  add column asked_passengers text,
  add column asked_luggage text,
  add column asked_flight text,
  add column asked_address text,
  -- Coordinates, or the URL of a map.
  add column asked_position text,
  -- A ride has these as soon as it has a trip.
  -- squawk-ignore ban-drop-not-null
  alter column trip_id drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column from_place drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column to_place drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column pickup_at drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column ends_at drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column passengers drop not null,
  -- squawk-ignore ban-drop-not-null
  alter column bags drop not null;

-- Returns the state of a ride, which follows from its trip, its lead and the lead's offer.
create function ride_state(ride rides) returns text language sql stable as $$
  select coalesce(
    (select state from trips where id = ride.trip_id and state in ('finished', 'noShow')),
    (select case
      when status = 'persa' then 'cancelled'
      -- A ride that the offer leaves out is not agreed.
      when (select not lines @> jsonb_build_array(jsonb_build_object('direction', ride.direction)) from offers
        where offers.lead_kind = leads.kind and offers.lead_id = leads.id
          and offers.state = case status when 'confermata' then 'accepted' when 'preventivo' then 'sent' end
        order by accepted_at desc limit 1) then 'requested'
      when status = 'confermata' then 'confirmed'
      when status = 'preventivo' then 'offered' end
    from leads where kind = ride.lead_kind and leads.id = ride.lead_id),
    case when ride.lead_kind is null then 'confirmed' else 'requested' end)
$$;
create function settle_ride() returns trigger language plpgsql as $$
begin
  new.state := ride_state(new);
  return new;
end $$;
create trigger settle_ride before insert or update of lead_kind, lead_id, direction, trip_id on rides
  for each row execute function settle_ride();

create function refuse_write_while_moved() returns trigger language plpgsql as $$
begin
  raise exception 'requests are being moved to other tables' using errcode = '25006';
end $$;
create trigger refuse_write_while_moved before insert or update or delete on leads
  for each statement execute function refuse_write_while_moved();
-- The state of a ride follows from its trip and offer, and a deleted trip would take the ride along.
create trigger refuse_write_while_moved before insert or update or delete on trips
  for each statement execute function refuse_write_while_moved();
create trigger refuse_write_while_moved before insert or update or delete on offers
  for each statement execute function refuse_write_while_moved();
-- The move itself only inserts rides without a trip.
create trigger refuse_write_while_moved before insert on rides
  for each row when (new.trip_id is not null) execute function refuse_write_while_moved();

-- Rides carry what was asked of them. `requests` shows it beside the lead.
-- Nobody stores requests and rides since 199_rides_of_requests.sql, so what takes long runs before the lock, and readers go on.
-- Without statistics of the new rows PostgreSQL may compare each request with each ride.
analyze leads, rides;
do $$
declare
  lacking bigint := (
    select count(*) from leads
    where num_nonnulls(departure, destination, date, time, passengers, flight_or_train, luggage, address, position) > 0
      and not exists (
        select from rides ride where ride.lead_kind = leads.kind and ride.lead_id = leads.id and ride.direction = 'there'
          and (asked_from, asked_to, asked_day, asked_time, asked_passengers, asked_flight, asked_luggage, asked_address, asked_position)
            is not distinct from (departure, destination, date, time, leads.passengers, leads.flight_or_train, luggage, leads.address, position)));
begin
  if lacking > 0 then
    raise exception '% requests have no ride', lacking using hint = 'Restore the backup and run the migration again.';
  end if;
end $$;

-- Staff can still undo what they did before. Images of leads become images of their rides, too.
create function asked_of(image jsonb, direction text) returns jsonb language sql immutable as $$
  select jsonb_object_agg(asked, image -> name)
  from (values
    ('there', 'departure', 'asked_from'), ('there', 'destination', 'asked_to'), ('there', 'date', 'asked_day'),
    ('there', 'time', 'asked_time'), ('there', 'passengers', 'asked_passengers'), ('there', 'luggage', 'asked_luggage'),
    ('there', 'flight_or_train', 'asked_flight'), ('there', 'address', 'asked_address'), ('there', 'position', 'asked_position'),
    ('back', 'departure', 'asked_to'), ('back', 'destination', 'asked_from'), ('back', 'return_date', 'asked_day'),
    ('back', 'return_time', 'asked_time'), ('back', 'passengers', 'asked_passengers'), ('back', 'luggage', 'asked_luggage'),
    ('back', 'address', 'asked_address'), ('back', 'position', 'asked_position')
  ) as known (of, name, asked)
  where known.of = direction and image ? name
$$;
-- Returns the lead as it was before the changes from `since` on.
create function lead_before(lead jsonb, since bigint) returns jsonb language sql stable as $$
  select lead || coalesce(jsonb_object_agg(name, value), '{}')
  from (
    select distinct on (name) name, value
    from bulk_act_rows r cross join lateral jsonb_each(r.before) as was (name, value)
    where r.table_name = 'leads' and r.key = jsonb_build_object('kind', lead -> 'kind', 'id', lead -> 'id')
      and r.id >= since and r.after is not null
    order by name, r.id) as first
$$;
-- As in 200_rides_of_requests.data.sql.
create function has_ride(lead jsonb, direction text, is_kept boolean) returns boolean language sql immutable as $$
  select is_kept or lead ->> 'return_date' is not null or lead ->> 'return_time' is not null
    or direction = 'there' and num_nonnulls(lead ->> 'departure', lead ->> 'destination', lead ->> 'date', lead ->> 'time',
      lead ->> 'passengers', lead ->> 'flight_or_train', lead ->> 'luggage', lead ->> 'address', lead ->> 'position') > 0
$$;
create function ride_image(lead jsonb, ride bigint, direction text) returns jsonb language sql stable as $$
  select to_jsonb(jsonb_populate_record(null::rides, asked_of(lead, direction) || jsonb_build_object(
    'id', ride, 'lead_kind', lead -> 'kind', 'lead_id', lead -> 'id', 'direction', direction,
    'updated_at', lead -> 'updated_at'))) - 'state'
$$;
create function version_of(image jsonb) returns jsonb language sql immutable as $$
  select case when image ? 'updated_at' then jsonb_build_object('updated_at', image -> 'updated_at') else '{}' end
$$;

-- The ride of a lead was stored with its trip and ended with it. It stays now, and the trip's columns of it change.
update bulk_act_rows set key = jsonb_build_object('id', known.ride)
from (
  select distinct made.key, rides.id as ride
  from bulk_act_rows made cross join lateral (select coalesce(made.before, made.after)) as images (image)
    join rides on rides.lead_kind = image ->> 'lead_kind' and rides.lead_id = (image ->> 'lead_id')::bigint
      and rides.direction = image ->> 'direction'
  where made.table_name = 'rides' and (made.before is null or made.after is null)
) as known
where table_name = 'rides' and bulk_act_rows.key = known.key and known.key <> jsonb_build_object('id', known.ride);
update bulk_act_rows set
  before = coalesce(before - identity, (select jsonb_object_agg(name, null::text) from jsonb_object_keys(after - identity) as name)),
  after = coalesce(after - identity, (select jsonb_object_agg(name, null::text) from jsonb_object_keys(before - identity) as name))
from (values (array['id', 'lead_kind', 'lead_id', 'direction'])) as of (identity)
where table_name = 'rides' and (before is null or after is null) and coalesce(before, after) ->> 'lead_kind' is not null;

-- A change may have added the ride or ended it.
with images as materialized (
  select made.id, act_id, item, before, after, undone_at, to_jsonb(leads) as lead, way.direction,
    return_trip or exists (
      select from rides where lead_kind = leads.kind and lead_id = leads.id and rides.direction in ('back', way.direction)
        and trip_id is not null)
    or exists (
      select from offers where offers.lead_kind = leads.kind and offers.lead_id = leads.id and offers.state = 'accepted'
        and offers.lines @> '[{"direction": "back"}]') as is_kept
  from bulk_act_rows made
    join leads on leads.kind = key ->> 'kind' and leads.id = (key ->> 'id')::bigint
    cross join (values ('there'), ('back')) as way (direction)
  where table_name = 'leads' and after is not null and asked_of(coalesce(before, after), way.direction) is not null
), changes as materialized (
  select *, was is not null and has_ride(was, direction, is_kept) as had, has_ride("is", direction, is_kept) as has
  from (
    select *, case when before is not null then lead_before(lead, id) end as was, lead_before(lead, id + 1) as "is"
    from images) as known
), own as materialized (
  select asked.*, coalesce(rides.id, nextval(pg_get_serial_sequence('rides', 'id'))) as ride
  from (
    select distinct lead ->> 'kind' as kind, (lead ->> 'id')::bigint as lead_id, direction from changes where had or has) as asked
    left join rides on rides.lead_kind = asked.kind and rides.lead_id = asked.lead_id and rides.direction = asked.direction
)
insert into bulk_act_rows (act_id, item, table_name, key, before, after, undone_at)
select act_id, item, 'rides', jsonb_build_object('id', ride),
  case when had and has then asked_of(before, direction) || version_of(before) when had then ride_image(was, ride, direction) end,
  case when had and has then asked_of(after, direction) || version_of(after) when has then asked_of(after, direction) end, undone_at
from changes join own using (direction)
where own.kind = lead ->> 'kind' and own.lead_id = (lead ->> 'id')::bigint and (had or has)
order by changes.id, ride;
-- The lead is restored before its rides.
with gone as (
  delete from bulk_act_rows where table_name = 'leads' and before is not null and after is null returning *
)
insert into bulk_act_rows (act_id, item, table_name, key, before, undone_at)
select act_id, item, table_name, key, before, undone_at
from (
  select id, act_id, item, 'rides' as table_name, jsonb_build_object('id', ride) as key,
    ride_image(before, ride, direction) as before, undone_at
  from (
    select gone.*, direction, nextval(pg_get_serial_sequence('rides', 'id')) as ride
    from gone cross join (values ('there'), ('back')) as way (direction)
    where has_ride(before, direction, (before ->> 'return_trip')::boolean)) as asked
  union all
  select id, act_id, item, table_name, key, before, undone_at from gone) as restored
order by id, table_name desc;
-- Each act keeps a row of its lead, because it is forgotten with the lead.
update bulk_act_rows set
  before = case when before - moved = '{}' then jsonb_build_object('kind', key -> 'kind') else before - moved end,
  after = case when after - moved = '{}' then jsonb_build_object('kind', key -> 'kind') else after - moved end
from (values (array['departure', 'destination', 'date', 'time', 'passengers', 'flight_or_train', 'luggage', 'address', 'position',
  'return_trip', 'return_date', 'return_time'])) as of (moved)
where table_name = 'leads' and coalesce(before, after) ?| moved;
drop function version_of(jsonb);
drop function ride_image(jsonb, bigint, text);
drop function has_ride(jsonb, text, boolean);
drop function lead_before(jsonb, bigint);
drop function asked_of(jsonb, text);

lock table leads, rides, trips, offers in access exclusive mode;
drop trigger refuse_write_while_moved on leads;
drop trigger refuse_write_while_moved on trips;
drop trigger refuse_write_while_moved on offers;
drop trigger refuse_write_while_moved on rides;
drop function refuse_write_while_moved();
drop view availability_requests, bookings, contacts, route_work;
drop trigger count_lead_change on leads;

alter table leads
  -- squawk-ignore ban-drop-column
  drop column departure,
  -- squawk-ignore ban-drop-column
  drop column destination,
  -- squawk-ignore ban-drop-column
  drop column date,
  -- squawk-ignore ban-drop-column
  drop column time,
  -- squawk-ignore ban-drop-column
  drop column passengers,
  -- squawk-ignore ban-drop-column
  drop column flight_or_train,
  -- squawk-ignore ban-drop-column
  drop column luggage,
  -- squawk-ignore ban-drop-column
  drop column address,
  -- squawk-ignore ban-drop-column
  drop column position,
  -- squawk-ignore ban-drop-column
  drop column return_trip,
  -- squawk-ignore ban-drop-column
  drop column return_date,
  -- squawk-ignore ban-drop-column
  drop column return_time;

create view requests as
select
  leads.kind, leads.id, leads.code, leads.name, leads.phone, leads.phone_key, leads.email, leads.language,
  there.asked_from as departure, there.asked_to as destination, there.asked_day as date, there.asked_time as time,
  there.asked_passengers as passengers, there.asked_flight as flight_or_train, there.asked_luggage as luggage,
  there.asked_address as address, there.asked_position as position, back.id is not null as return_trip,
  back.asked_day as return_date, back.asked_time as return_time, leads.quote, leads.return_quote, leads.total_quote,
  leads.quote_source, leads.fare, leads.message, leads.form_source, leads.is_suspected, leads.privacy_version,
  leads.privacy_accepted_at, leads.status, leads.assigned_to, leads.notes, leads.due_at, leads.read_at,
  leads.answered_at, leads.answered_via, leads.overdue_at, leads.call_instead, leads.call_instead_event_id,
  leads.created_at, leads.updated_at
from leads
  left join rides there on there.lead_kind = leads.kind and there.lead_id = leads.id and there.direction = 'there'
  left join rides back on back.lead_kind = leads.kind and back.lead_id = leads.id and back.direction = 'back';

-- Rides that have a trip.
create view planned_rides as
select id, lead_kind, lead_id, direction, trip_id, from_place, to_place, address, pickup_at, ends_at, passengers, bags,
  flight_or_train, total, state = 'confirmed' as is_confirmed, review_asked_at, known_ride, asked_flight, asked_position
from rides
where trip_id is not null and from_place is not null and to_place is not null and pickup_at is not null and ends_at is not null
  and passengers is not null and bags is not null;

create view route_work as
select route_id, 'price' as kind from price_changes
union all
select (cell ->> 'id')::bigint, 'price' from price_lists, jsonb_array_elements(cells) cell
union all
select route_id, 'text' from text_drafts
union all
select r.id, 'lead' from rides
  join leads on leads.kind = rides.lead_kind and leads.id = rides.lead_id
  join locations d on lower(d.name) = lower(trim(asked_from))
  join locations a on lower(a.name) = lower(trim(asked_to))
  join route_prices r on r.departure_location_id = d.id and r.destination_location_id = a.id
where leads.created_at >= r.created_at;

create view availability_requests as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from requests where kind = 'availability_request';
alter view availability_requests alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on availability_requests
  for each row execute function refuse_view_write();

create view bookings as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from requests where kind = 'booking';
alter view bookings alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on bookings
  for each row execute function refuse_view_write();

create view contacts as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from requests where kind = 'contact';
alter view contacts alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on contacts
  for each row execute function refuse_view_write();

update rides set state = ride_state(rides) where lead_kind is null;
create function settle_rides_of_lead() returns trigger language plpgsql as $$
begin
  update rides set state = ride_state(rides)
  where lead_kind = new.kind and lead_id = new.id and state <> ride_state(rides);
  return null;
end $$;
create trigger settle_rides after update on leads for each row when (new.status <> old.status)
  execute function settle_rides_of_lead();
create function settle_rides_of_offer() returns trigger language plpgsql as $$
begin
  update rides set state = ride_state(rides)
  where lead_kind = new.lead_kind and lead_id = new.lead_id and state <> ride_state(rides);
  return null;
end $$;
create trigger settle_rides after insert or update of state, lines on offers
  for each row execute function settle_rides_of_offer();
create function settle_rides_of_trip() returns trigger language plpgsql as $$
begin
  update rides set state = ride_state(rides) where trip_id = new.id and state <> ride_state(rides);
  return null;
end $$;
create trigger settle_rides after update on trips for each row when (new.state <> old.state)
  execute function settle_rides_of_trip();
select keep_versions_apart_of('rides');
-- The state follows, so no undo restores it.
drop trigger record_act on rides;
create trigger record_act after insert or update or delete on rides for each row
  when (current_setting('app.act', true) <> '') execute function record_act('id', 'review_asked_at,known_ride', 'state');

create trigger count_lead_change after update on leads for each row when (new.status is distinct from old.status)
  execute function count_lead_change();
create function count_asked_change() returns trigger language plpgsql as $$
begin
  insert into ride_versions as v (kind, id, version) values (new.lead_kind, new.lead_id, 1)
  on conflict (kind, id) do update set version = v.version + 1;
  return null;
end $$;
create trigger count_asked_change after update on rides for each row
  when ((new.asked_from, new.asked_to, new.asked_day, new.asked_time, new.asked_passengers, new.asked_flight,
      new.asked_address, new.asked_position)
    is distinct from (old.asked_from, old.asked_to, old.asked_day, old.asked_time, old.asked_passengers, old.asked_flight,
      old.asked_address, old.asked_position))
  execute function count_asked_change();

-- A ride stays with its lead when its trip is deleted. What its customer knows of that trip ends.
create function release_rides() returns trigger language plpgsql as $$
begin
  delete from rides where trip_id = old.id and lead_kind is null;
  delete from driver_notices where (lead_kind, lead_id, direction) in (
    select lead_kind, lead_id, direction from rides where trip_id = old.id);
  update rides set trip_id = null, known_ride = null, review_asked_at = null where trip_id = old.id;
  return old;
end $$;
create trigger release_rides before delete on trips for each row execute function release_rides();
alter table rides
  drop constraint rides_trip_id_fkey,
  drop constraint rides_check1,
  add constraint rides_trip_id_fkey foreign key (trip_id) references trips (id) not valid,
  -- A ride that staff added has no lead, and ends with its trip.
  add constraint rides_lead_check check (
    lead_kind is not null and lead_id is not null or lead_kind is null and lead_id is null and trip_id is not null) not valid,
  add constraint rides_asked_check check (
    lead_kind is null or lead_kind = 'contact'
    or asked_from is not null and asked_to is not null and asked_passengers is not null) not valid,
  add constraint rides_planned_check check (
    trip_id is null or num_nonnulls(from_place, to_place, pickup_at, ends_at, passengers, bags) = 6) not valid;

-- Puts `lead_rows` in the place of the view `leads` and of the three tables, whose names become views. What belongs to a lead
-- refers to it by kind and id.
lock table availability_requests, bookings, contacts in access exclusive mode;

do $$
declare
  stored bigint := (select count(*) from availability_requests) + (select count(*) from bookings) + (select count(*) from contacts);
  moved bigint := (select count(*) from lead_rows);
begin
  if stored <> moved then
    raise exception '% of % requests were moved', moved, stored using hint = 'Restore the backup and run the migration again.';
  end if;
end $$;

-- Rows that were stored with an id of their own may be ahead of the sequence.
select setval('lead_ids_availability_request', greatest(last_value, (select max(id) from availability_requests)), is_called or exists (select from availability_requests))
from availability_requests_id_seq;
select setval('lead_ids_booking', greatest(last_value, (select max(id) from bookings)), is_called or exists (select from bookings))
from bookings_id_seq;
select setval('lead_ids_contact', greatest(last_value, (select max(id) from contacts)), is_called or exists (select from contacts))
from contacts_id_seq;

drop view route_work;
drop view leads;
-- squawk-ignore ban-drop-table
drop table availability_requests;
-- squawk-ignore ban-drop-table
drop table bookings;
-- squawk-ignore ban-drop-table
drop table contacts;
drop function refuse_write_while_moved();
-- squawk-ignore renaming-table
alter table lead_rows rename to leads;

create view route_work as
select route_id, 'price' as kind from price_changes
union all
select (cell ->> 'id')::bigint, 'price' from price_lists, jsonb_array_elements(cells) cell
union all
select route_id, 'text' from text_drafts
union all
select r.id, 'lead' from leads l
  join locations d on lower(d.name) = lower(trim(l.departure))
  join locations a on lower(a.name) = lower(trim(l.destination))
  join route_prices r on r.departure_location_id = d.id and r.destination_location_id = a.id
where l.created_at >= r.created_at
union all
select r.id, 'lead' from leads l
  join locations d on lower(d.name) = lower(trim(l.departure))
  join locations a on lower(a.name) = lower(trim(l.destination))
  join route_prices r on r.departure_location_id = a.id and r.destination_location_id = d.id
where l.return_trip and l.created_at >= r.created_at;

-- The names of the specification. Reports of the operator may read them.
create function refuse_view_write() returns trigger language plpgsql as $$
begin
  raise exception '% takes no writes of earlier releases: write the table leads', tg_table_name using errcode = '25006';
end $$;

create view availability_requests as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from leads where kind = 'availability_request';
alter view availability_requests alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on availability_requests
  for each row execute function refuse_view_write();

create view bookings as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from leads where kind = 'booking';
alter view bookings alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on bookings
  for each row execute function refuse_view_write();

create view contacts as
select
  id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers, flight_or_train,
  luggage, address, position, return_trip, return_date, return_time, quote, return_quote, total_quote, quote_source,
  fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at,
  read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id, created_at, updated_at
from leads where kind = 'contact';
alter view contacts alter column created_at set default now();
create trigger refuse_view_write instead of insert or update or delete on contacts
  for each row execute function refuse_view_write();

-- A process of 1.0.0 that still runs finds no next id. It stores this row before the request, so it answers as above.
create trigger refuse_without_lead before insert on lead_provenance for each row when (new.lead_id is null)
  execute function refuse_view_write();

create function give_lead_id() returns trigger language plpgsql as $$
begin
  new.id := coalesce(new.id, next_lead_id(new.kind));
  return new;
end $$;
create trigger give_lead_id before insert on leads for each row execute function give_lead_id();

create function count_lead_change() returns trigger language plpgsql as $$
begin
  insert into ride_versions as v (kind, id, version) values (new.kind, new.id, 1)
  on conflict (kind, id) do update set version = v.version + 1;
  return null;
end $$;
create trigger count_lead_change after update on leads for each row
  when ((new.status, new.departure, new.destination, new.date, new.time, new.return_trip, new.return_date, new.return_time,
      new.passengers, new.flight_or_train, new.address, new.position)
    is distinct from (old.status, old.departure, old.destination, old.date, old.time, old.return_trip, old.return_date,
      old.return_time, old.passengers, old.flight_or_train, old.address, old.position))
  execute function count_lead_change();

create or replace function find_customer() returns trigger language plpgsql as $$
declare
  person bigint;
begin
  -- `e164` returns a number that is in E.164 form already unchanged.
  perform add_customer_lead(new.kind, new.id, new.name, coalesce(new.phone_key, new.phone), new.email);
  person := held_person_of(
    (select customer_id from customer_leads where lead_kind = new.kind and lead_id = new.id));
  update customers set last_at = greatest(last_at, new.created_at) where id = person;
  return null;
end $$;
create trigger find_customer after insert on leads for each row execute function find_customer();

create or replace function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'trip_parties' and key in (
      select jsonb_build_object('lead_kind', old.kind, 'lead_id', old.id, 'direction', direction)
      from unnest(array['there', 'back']) direction)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from trip_parties where lead_kind = old.kind and lead_id = old.id)
    union
    select act_id from bulk_act_rows
    where table_name = 'leads' and key = jsonb_build_object('kind', old.kind, 'id', old.id) and item = '1');
  return null;
end $$;
create trigger forget_acts after delete on leads for each row execute function forget_acts();

create or replace function forget_customer() returns trigger language plpgsql as $$
declare
  customer bigint;
  person bigint;
begin
  delete from customer_leads where lead_kind = old.kind and lead_id = old.id returning customer_id into customer;
  perform forget_person_without_leads(customer);
  person := held_person_of(customer);
  -- Only the latest request is missed. Retention deletes the oldest ones.
  perform renew_customer(id) from customers where id = person and last_at <= old.created_at;
  return null;
end $$;
create trigger forget_customer after delete on leads for each row execute function forget_customer();

create or replace function forget_mails() returns trigger language plpgsql as $$
begin
  delete from email_messages where lead_kind = old.kind and lead_id = old.id;
  return null;
end $$;
create trigger forget_mails after delete on leads for each row execute function forget_mails();

create function forget_wish_mails() returns trigger language plpgsql as $$
begin
  delete from email_messages where lead_kind is null and purpose = 'wish' and lead_id = old.id;
  return null;
end $$;
create trigger forget_wish_mails after delete on customer_wishes for each row execute function forget_wish_mails();

create or replace function forget_reviewer() returns trigger language plpgsql as $$
begin
  update reviews set name = '' where lead_kind = old.kind and lead_id = old.id;
  return null;
end $$;
create trigger forget_reviewer after delete on leads for each row execute function forget_reviewer();

create function forget_lead_version() returns trigger language plpgsql as $$
begin
  delete from ride_versions where kind = old.kind and id = old.id;
  return null;
end $$;
create trigger forget_lead_version after delete on leads for each row execute function forget_lead_version();

create or replace function forget_trips() returns trigger language plpgsql as $$
declare
  touched bigint[];
begin
  with gone as (
    delete from trip_parties where lead_kind = old.kind and lead_id = old.id returning trip_id
  )
  select array_agg(trip_id) into touched from gone;
  delete from trips where id = any(touched) and not exists (select from trip_rides r where r.trip_id = trips.id);
  perform sum_parties(id) from trips where id = any(touched);
  return null;
end $$;
create trigger forget_trips after delete on leads for each row execute function forget_trips();

select announce_changes_of('leads');
select keep_versions_apart_of('leads');
select record_acts_of('leads', 'kind,id', 'read_at,overdue_at,call_instead,call_instead_event_id');

-- Staff can still undo what they did before.
update bulk_act_rows set table_name = 'leads', key = jsonb_build_object('kind', 'availability_request', 'id', key -> 'id')
where table_name = 'availability_requests';
update bulk_act_rows set table_name = 'leads', key = jsonb_build_object('kind', 'booking', 'id', key -> 'id')
where table_name = 'bookings';
update bulk_act_rows set table_name = 'leads', key = jsonb_build_object('kind', 'contact', 'id', key -> 'id')
where table_name = 'contacts';

-- One rule of retention ends all kinds.
delete from retention_states where what in ('contatti', 'prenotazioni', 'richieste di disponibilità');

-- References take the place of these triggers (191_lead_references.sql).
drop function forget_lead_replies();
drop function forget_lead_messages();
drop function forget_lead_provenance();
drop function forget_offers();
drop function forget_customer_wishes();

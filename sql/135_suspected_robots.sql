-- Leads whose sender filled in the hidden field or was very fast, and sent again: perhaps a robot, perhaps a person with a
-- tool that fills in forms.
alter table availability_requests
  add column is_suspected boolean not null default false;
alter table bookings
  add column is_suspected boolean not null default false;
alter table contacts
  add column is_suspected boolean not null default false;

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language, is_suspected
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language, is_suspected
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language, is_suspected
from contacts;

-- First tries of suspected senders, as keyed hashes of a phone number or an e-mail address. The second try is accepted.
-- Losing these rows in a crash is harmless.
create unlogged table suspected_senders (
  sender_hash text primary key,
  tried_at timestamptz not null default now()
);
create index suspected_senders_by_time on suspected_senders (tried_at);

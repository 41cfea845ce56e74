-- A quote request is a contact with a trip, in the same columns as the other kinds of leads.
alter table contacts
  add column departure text,
  add column destination text,
  add column date text,
  add column time text,
  add column passengers text,
  add column flight_or_train text,
  add column luggage text,
  add column return_trip boolean not null default false,
  add column return_date text,
  add column return_time text,
  add column quote text,
  add column return_quote text,
  add column total_quote text;

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote
from contacts;

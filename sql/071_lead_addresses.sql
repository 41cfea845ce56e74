-- `address`: street address in the departure, or in the destination if the trip starts at an airport, station or port.
alter table availability_requests
  add column address text,
  add column position text;
alter table bookings
  add column address text,
  add column position text;
alter table contacts
  add column address text,
  add column position text;

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position
from contacts;

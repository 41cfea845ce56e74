-- ISO 639-1 code of the page's language. Older rows get `it`, because all pages were Italian.
alter table availability_requests
  add column language text not null default 'it';
alter table bookings
  add column language text not null default 'it';
alter table contacts
  add column language text not null default 'it';
alter table newsletter_subscriptions
  add column language text not null default 'it';

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare, address, position,
  language
from contacts;

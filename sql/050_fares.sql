-- `quote_source`: the source of the quoted price. `fare`: the parameters and the result of the price calculation.
alter table availability_requests
  add column quote_source text check (quote_source in ('listed', 'reverse', 'estimated')),
  add column fare jsonb;
alter table bookings
  add column quote_source text check (quote_source in ('listed', 'reverse', 'estimated')),
  add column fare jsonb;
alter table contacts
  add column quote_source text check (quote_source in ('listed', 'reverse', 'estimated')),
  add column fare jsonb;

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead, quote_source, fare
from contacts;

-- `agreed`: staff entered the price. `chosen`: the customer chose an offer. `estimated`: price of a private transfer.
alter table lead_provenance
  add column price_source text check (price_source in ('agreed', 'chosen', 'estimated'));

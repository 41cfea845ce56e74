-- Discount in percent for a lead with outbound and return; 0 for no discount.
alter table company_settings add column if not exists return_discount_percent smallint not null default 0
  constraint company_settings_return_discount check (return_discount_percent between 0 and 50);

-- Total of both directions as text, with the prices and the discount that applied when the lead arrived.
alter table availability_requests add column if not exists total_quote text;
alter table bookings add column if not exists total_quote text;

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
select 'contact'::text, id, code, name, phone, email, null, null, null, null,
  null, null, null, false, null, null, null, null, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, null
from contacts;

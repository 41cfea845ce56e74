-- True if mails to the customer bounce. Copied from email_messages, so that queries of leads need not search
-- the mails.
alter table availability_requests
  add column call_instead boolean not null default false,
  -- Event that set the value; an older event, delivered later, changes nothing.
  add column call_instead_event_id bigint;
alter table bookings
  add column call_instead boolean not null default false,
  add column call_instead_event_id bigint;
alter table contacts
  add column call_instead boolean not null default false,
  add column call_instead_event_id bigint;

create or replace view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead
from bookings
union all
select 'contact'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at, total_quote, call_instead
from contacts;

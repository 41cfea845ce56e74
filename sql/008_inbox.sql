-- A caller on the phone may have no e-mail address. The previous version, which still runs during an update,
-- can read null here.
-- squawk-ignore ban-drop-not-null
alter table contacts alter column email drop not null;

-- Form that sent the lead; `telefono` or `whatsapp` if staff entered the lead.
alter table contacts add column form_source text;
alter table bookings add column form_source text;

-- `read_at`: when staff first opened the lead. `overdue_at`: when the worker reminded staff of the unanswered lead.
alter table availability_requests
  add column read_at timestamptz,
  add column answered_via text,
  add column overdue_at timestamptz;
alter table contacts
  add column read_at timestamptz,
  add column answered_via text,
  add column overdue_at timestamptz;
alter table bookings
  add column read_at timestamptz,
  add column answered_via text,
  add column overdue_at timestamptz;

create view leads as
select 'availability_request'::text as kind, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at
from availability_requests
union all
select 'booking'::text, id, code, name, phone, email, departure, destination, date, time,
  passengers, flight_or_train, luggage, return_trip, return_date, return_time, quote, return_quote, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at
from bookings
union all
select 'contact'::text, id, code, name, phone, email, null, null, null, null,
  null, null, null, false, null, null, null, null, message,
  form_source, privacy_version, privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at,
  answered_via, overdue_at, created_at, updated_at
from contacts;

-- Secret URL of each admin's calendar feed. A new `nonce` invalidates the previous URL.
create table calendar_feeds (
  admin_user_id bigint primary key references admin_users (id) on delete cascade,
  nonce uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now()
);

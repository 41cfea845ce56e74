-- One table for all requests of customers, which three tables held. The next files move their rows into `lead_rows`, and
-- 190_leads_in_place.sql puts it in the place of the view `leads`. Until then no request can be stored or changed: processes of
-- the previous release answer that the database takes no writes now, and customers read the phone number.
-- What would refuse the move is named before requests are refused, because the tables take no change afterwards.
do $$
declare
  codes text := (
    select string_agg(code, ', ') from (
      select code from (
        select code from availability_requests union all select code from bookings union all select code from contacts) as coded
      group by code having count(*) > 1 order by code limit 20) as twice);
  readers text := (
    select string_agg(distinct name::text, ', ') from (
      select ev_class::regclass as name from pg_depend join pg_rewrite on pg_rewrite.oid = objid
      where classid = 'pg_rewrite'::regclass and refclassid = 'pg_class'::regclass
        and refobjid in ('availability_requests'::regclass, 'bookings'::regclass, 'contacts'::regclass, 'leads'::regclass,
          'route_work'::regclass)
        and ev_class not in ('leads'::regclass, 'route_work'::regclass)
      union
      select conrelid::regclass from pg_constraint
      where contype = 'f'
        and confrelid in ('availability_requests'::regclass, 'bookings'::regclass, 'contacts'::regclass)) as readers);
begin
  if codes is not null then
    raise exception 'two requests have the same code: %', codes
      using hint = 'Set the code of one of them to new_lead_code() in availability_requests, bookings or contacts, and run the migration again.';
  end if;
  if readers is not null then
    raise exception 'the operator''s own views or tables depend on the tables of requests: %', readers
      using hint = 'Drop these views and references, run the migration, and create them again: the names stay, as views.';
  end if;
end $$;

create sequence lead_ids_availability_request;
create sequence lead_ids_booking;
create sequence lead_ids_contact;

-- Each kind numbers its leads, because the number is part of addresses.
create function next_lead_id(kind text) returns bigint language sql as $$
  select nextval(('lead_ids_' || kind)::regclass)
$$;

create table lead_rows (
  kind text not null constraint leads_kind_check check (kind in ('availability_request', 'booking', 'contact')),
  id bigint not null,
  code text not null default new_lead_code(),
  name text,
  phone text not null,
  phone_key text,
  email text,
  language text not null default 'it',
  departure text,
  destination text,
  date text,
  time text,
  passengers text,
  flight_or_train text,
  luggage text,
  address text,
  position text,
  return_trip boolean not null default false,
  return_date text,
  return_time text,
  quote text,
  return_quote text,
  total_quote text,
  quote_source text constraint leads_quote_source_check check (quote_source in ('listed', 'reverse', 'estimated')),
  fare jsonb,
  message text,
  form_source text,
  is_suspected boolean not null default false,
  privacy_version text,
  privacy_accepted_at timestamptz,
  status text not null default 'nuova'
    constraint leads_status_check check (status in ('nuova', 'contattata', 'preventivo', 'confermata', 'persa')),
  assigned_to bigint constraint leads_assigned_to_fkey references admin_users (id) on delete set null,
  notes text,
  due_at timestamptz,
  read_at timestamptz,
  answered_at timestamptz,
  answered_via text,
  overdue_at timestamptz,
  call_instead boolean not null default false,
  call_instead_event_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint leads_pkey primary key (kind, id),
  constraint leads_code_key unique (code),
  constraint leads_name_check check (kind = 'booking' or name is not null),
  constraint leads_ride_check
    check (kind = 'contact' or departure is not null and destination is not null and passengers is not null)
);
create index leads_by_phone on lead_rows (phone, created_at);
create index leads_by_state on lead_rows (status, read_at);
create index leads_by_time on lead_rows (created_at desc, id desc);
create index leads_by_owner on lead_rows (assigned_to) where assigned_to is not null;
-- A person is found by the address and the last digits of the number, in any spelling.
create index leads_by_email on lead_rows (lower(email));
create index leads_by_digits on lead_rows (right(regexp_replace(phone, '[^0-9]', '', 'g'), 6));
create index leads_unanswered on lead_rows (kind, id) where status = 'nuova' and answered_at is null;

create function refuse_write_while_moved() returns trigger language plpgsql as $$
begin
  raise exception 'requests are being moved to another table' using errcode = '25006';
end $$;
create trigger refuse_write_while_moved before insert or update or delete on availability_requests
  for each statement execute function refuse_write_while_moved();
create trigger refuse_write_while_moved before insert or update or delete on bookings
  for each statement execute function refuse_write_while_moved();
create trigger refuse_write_while_moved before insert or update or delete on contacts
  for each statement execute function refuse_write_while_moved();

-- A driver's phone may have a wrong clock. A moment that cannot be true is replaced by the time of receipt, and marked.
alter table driver_events add column is_receipt_time boolean not null default false;
alter table service_sheets
  add column is_departure_receipt boolean not null default false,
  add column is_arrival_receipt boolean not null default false;

-- The number of a sheet belongs to the year of its trip, even if its departure is a late time of receipt.
do $$
declare name text;
begin
  for name in select conname from pg_constraint
    where conrelid = 'service_sheets'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%EXTRACT(year%'
  loop
    execute format('alter table service_sheets drop constraint %I', name);
  end loop;
end $$;
alter table service_sheets add constraint service_sheets_year_of_departure
  check (is_departure_receipt or year = extract(year from departure_at at time zone 'Europe/Rome')) not valid;

-- Allows one change, once: filling in the end of the trip. Refuses a deletion before `service_sheet_term`, except of the
-- sheet of an example trip.
create or replace function protect_service_sheet() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.arrival_at is null and new.arrival_at is not null
    and to_jsonb(new) - '{arrival_at,end_km,is_arrival_receipt}'::text[]
      = to_jsonb(old) - '{arrival_at,end_km,is_arrival_receipt}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and (service_sheet_term(old) <= now()
    or exists (select from demo_rows where table_name = 'trips' and row_id = old.trip_id)) then
    return old;
  end if;
  raise exception 'a service sheet is neither changed nor deleted within its term'
    using errcode = 'restrict_violation';
end $$;

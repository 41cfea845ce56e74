-- Last sheet number of each vehicle and year. The transaction that adds a sheet locks the row, so the numbers have no
-- gaps. The rows stay when sheets are deleted.
create table service_sheet_numbers (
  vehicle_id bigint not null references vehicles (id),
  year integer not null,
  last integer not null check (last > 0),
  primary key (vehicle_id, year)
);

-- Service sheets of law 21/1992, article 11. They copy texts that may change or be deleted while the sheet must stay.
create table service_sheets (
  id bigint generated always as identity primary key,
  vehicle_id bigint not null references vehicles (id),
  year integer not null check (year = extract(year from departure_at at time zone 'Europe/Rome')),
  number integer not null check (number > 0),
  -- No foreign key, because the sheet stays when a trip is deleted with a person's data.
  trip_id bigint not null,
  -- Number of leads when the sheet was written. If the trip has fewer now, the worker deletes the sheet as soon as the
  -- law allows.
  parties integer not null check (parties >= 0),
  plate text not null,
  authorization_number text,
  municipality text,
  driver_name text not null,
  -- Null for a trip that staff added without a lead.
  passenger_name text,
  from_place text not null,
  to_place text not null,
  departure_at timestamptz not null,
  arrival_at timestamptz check (arrival_at >= departure_at),
  -- Odometer in whole kilometres. The end may be missing if the customer did not come.
  start_km integer not null check (start_km between 0 and 9999999),
  end_km integer check (end_km between start_km and 9999999),
  -- Sheet that this one corrects, and the reason.
  corrects bigint unique references service_sheets (id),
  reason text check ((reason is null) = (corrects is null)),
  created_at timestamptz not null default now(),
  unique (vehicle_id, year, number),
  check (end_km is null or arrival_at is not null)
);
create unique index service_sheets_one_per_trip on service_sheets (trip_id) where corrects is null;
create index service_sheets_by_trip on service_sheets (trip_id);
create index service_sheets_by_departure on service_sheets (departure_at);

-- Returns until when the law forbids deleting a sheet.
create function service_sheet_term(sheet service_sheets) returns timestamptz language sql stable
return greatest(sheet.departure_at, sheet.arrival_at, sheet.created_at) + interval '15 days';

-- Allows one change, once: filling in the end of the trip. Refuses a deletion before `service_sheet_term`.
create function protect_service_sheet() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.arrival_at is null and new.arrival_at is not null
    and to_jsonb(new) - '{arrival_at,end_km}'::text[] = to_jsonb(old) - '{arrival_at,end_km}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and service_sheet_term(old) <= now() then
    return old;
  end if;
  raise exception 'a service sheet is neither changed nor deleted within its term'
    using errcode = 'restrict_violation';
end $$;
create trigger protect_service_sheet before update or delete on service_sheets
  for each row execute function protect_service_sheet();

select announce_changes_of('service_sheets');

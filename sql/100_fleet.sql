create table vehicles (
  id bigint generated always as identity primary key,
  -- In upper case without blanks, such as `GG123HH`.
  plate text not null unique check (plate ~ '^[A-Z0-9]{4,10}$'),
  kind text not null check (kind in ('berlina', 'minivan', 'premium')),
  -- Seats for passengers, without the driver's seat.
  seats integer not null check (seats between 1 and 60),
  bags integer not null check (bags between 0 and 60),
  -- Authorisation for hire with driver, and the municipality that granted it.
  authorization_number text,
  municipality text,
  garage text,
  -- Without a last day the vehicle is out of service until further notice.
  out_of_service_from date,
  out_of_service_until date check (out_of_service_until >= out_of_service_from),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table drivers (
  id bigint generated always as identity primary key,
  name text not null,
  phone text not null,
  -- ISO 639-1 codes.
  languages text[] not null default '{}',
  -- Last day on which the document is valid.
  licence_expires_on date,
  certificate_expires_on date,
  -- Periods `{from, until}`, both days included.
  days_off jsonb not null default '[]' check (jsonb_typeof(days_off) = 'array'),
  -- Account with which the driver logs in.
  admin_user_id bigint unique references admin_users (id) on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Days on which the operator offers fewer trips or none.
create table closed_days (
  id bigint generated always as identity primary key,
  day date not null unique,
  reason text not null,
  -- Maximum number of trips that may begin in one hour; 0 if the operator offers no trips on this day.
  max_trips_per_hour integer not null check (max_trips_per_hour between 0 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

select announce_changes_of('vehicles');
select announce_changes_of('drivers');
select announce_changes_of('closed_days');
select keep_versions_apart_of('vehicles');
select keep_versions_apart_of('drivers');
select keep_versions_apart_of('closed_days');

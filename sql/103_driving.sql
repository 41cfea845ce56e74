-- Reports of drivers about their trips.
create table driver_events (
  id bigint generated always as identity primary key,
  trip_id bigint not null references trips (id) on delete cascade,
  event text not null check (event in ('started', 'onSite', 'aboard', 'finished', 'noShow')),
  -- Time by the phone's clock. Without network, the report arrives later.
  at timestamptz not null,
  received_at timestamptz not null default now(),
  -- Key chosen by the phone. A repeat with the same key changes nothing.
  key text not null,
  -- Odometer of the vehicle in whole kilometres.
  km integer check (km between 0 and 9999999),
  unique (trip_id, event),
  unique (trip_id, key)
);

-- Links by which drivers log in without a password, one per account. The log-in deletes its link.
create table login_links (
  admin_user_id bigint primary key references admin_users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

select announce_changes_of('driver_events');

-- Messages that name the driver to a party. The latest one is what the customer knows.
create table driver_notices (
  id bigint generated always as identity primary key,
  lead_kind text not null,
  lead_id bigint not null,
  direction text not null,
  -- 1 for the first message to the party; later ones are updates.
  number integer not null check (number > 0),
  -- Hash of driver, vehicle and time. If the trip's hash differs, the customer needs an update.
  content text not null,
  -- `staff` if the office notified the customer by phone or WhatsApp.
  via text not null check (via in ('email', 'staff')),
  created_at timestamptz not null default now(),
  unique (lead_kind, lead_id, direction, number),
  foreign key (lead_kind, lead_id, direction) references trip_parties (lead_kind, lead_id, direction)
    on delete cascade
);

-- Days on which the product sent the office a mail about missing details of a trip.
create table gap_notices (
  trip_id bigint not null references trips (id) on delete cascade,
  day date not null,
  primary key (trip_id, day)
);

-- Last day on which the authorisation for hire with driver is valid.
alter table vehicles add column authorization_expires_on date;

-- `driver_notice_id` is set for mails with the purpose `driver`, `trip_id` for mails with the purpose `gaps`.
alter table email_messages add column driver_notice_id bigint;
alter table email_messages add column trip_id bigint;

-- Messages that the operator may switch off.
alter table company_settings add column sends_confirmation boolean not null default true;
alter table company_settings add column sends_driver boolean not null default true;
alter table company_settings add column sends_gaps boolean not null default true;

select announce_changes_of('driver_notices');

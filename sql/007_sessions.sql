-- Tries to log in that failed, for 15 minutes. Who tried is kept as keyed hashes only.
create table login_failures (
  id bigint generated always as identity primary key,
  username_hash text not null,
  address_hash text,
  failed_at timestamptz not null default now()
);
create index login_failures_by_username on login_failures (username_hash, failed_at);
create index login_failures_by_address on login_failures (address_hash, failed_at);

-- Second factor (RFC 6238): the sealed secret, switched on once a first code has fitted, and the last step that was
-- used, so that a code works once. Recovery codes are stored as hashes and struck out when used.
alter table admin_users
  add column totp_secret text,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  add column recovery_codes jsonb not null default '[]';

-- Panels follow these rows as they change.
select announce_changes_of('jobs');
select announce_changes_of('availability_requests');
select announce_changes_of('contacts');
select announce_changes_of('bookings');
select announce_changes_of('email_messages');

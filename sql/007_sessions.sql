-- Log-ins that failed in the last 15 minutes, with keyed hashes of user name and IP address.
create table login_failures (
  id bigint generated always as identity primary key,
  username_hash text not null,
  address_hash text,
  failed_at timestamptz not null default now()
);
create index login_failures_by_username on login_failures (username_hash, failed_at);
create index login_failures_by_address on login_failures (address_hash, failed_at);

-- Second factor (RFC 6238), active after the first valid code. The last accepted time step is stored, so that no code
-- works twice. Recovery codes are hashes, removed when used.
alter table admin_users
  add column totp_secret text,
  add column totp_confirmed_at timestamptz,
  add column totp_last_step bigint,
  add column recovery_codes jsonb not null default '[]';

select announce_changes_of('jobs');
select announce_changes_of('availability_requests');
select announce_changes_of('contacts');
select announce_changes_of('bookings');
select announce_changes_of('email_messages');

-- Attempts from many IP addresses delay the log-ins to an account, but never lock the account. `username_hash`
-- is a keyed hash of the account's id, or of the entered name if there is no such account.
alter table login_failures
  -- Id of the browser if it had logged in to this account before.
  add column device_id uuid,
  -- True if name and password were right but the second factor's code was wrong.
  add column has_wrong_code boolean not null default false;

-- IP addresses that must wait because the account is under attack. Each may try once after its wait.
create table login_waits (
  username_hash text not null,
  address_hash text not null,
  ready_at timestamptz not null,
  primary key (username_hash, address_hash)
);

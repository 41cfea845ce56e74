-- Log-in attempts are counted per account and address; over all addresses an account only slows down. `username_hash`
-- is a keyed hash of the account's id, or of the entered name if no account has it.
alter table login_failures
  -- The browser, if it had logged in to this account before.
  add column device_id uuid,
  -- True if name and password were right and the second factor's code was not.
  add column has_wrong_code boolean not null default false;

-- Addresses that an account under attack has asked to wait: each may try once after its own wait.
create table login_waits (
  username_hash text not null,
  address_hash text not null,
  ready_at timestamptz not null,
  primary key (username_hash, address_hash)
);

-- Log-in tries are counted per account and address; the account as a whole only slows. `username_hash` is a keyed hash
-- of the account's id, or of the typed name where no account has it.
alter table login_failures
  -- The browser that tried, where it had logged in to this account before.
  add column device_id uuid,
  -- The name and the password were right, the code of the second factor was not.
  add column has_wrong_code boolean not null default false;

-- Addresses that an account under attack asked to wait: each may try once after its own wait, whatever others do.
create table login_waits (
  username_hash text not null,
  address_hash text not null,
  ready_at timestamptz not null,
  primary key (username_hash, address_hash)
);

-- Seasonal prices. Before sql/051, the worker wrote the prices of a list into the routes, and restored the earlier
-- prices at the list's end. A list for a deleted place or transfer type matches no route.
create table price_lists (
  id bigint generated always as identity primary key,
  name text not null constraint price_lists_name check (length(name) between 1 and 120),
  starts_on date not null,
  -- Null if the list has no end.
  ends_on date,
  departure_location_id bigint,
  transfer_type_id bigint,
  fields text[] not null default '{}',
  percent text,
  amount text,
  round_to text,
  -- Single prices: [{"id", "field", "value"}]. They override the rule of `fields`, `percent`, `amount` and `round_to`.
  cells jsonb not null default '[]',
  -- Id of the list's changes in price_changes.
  batch_id uuid,
  begun_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  -- Prices that staff changed while the list was active, which remained after its end.
  kept jsonb not null default '[]',
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint price_lists_days check (ends_on >= starts_on)
);
create index price_lists_by_batch on price_lists (batch_id) where batch_id is not null;
create index price_lists_open on price_lists (starts_on) where ended_at is null;

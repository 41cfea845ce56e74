-- src/platform/migrate.ts creates the tables of graphile-worker before it applies these files.

create table outbox (
  id bigint generated always as identity primary key,
  type text not null check (type ~ '^[a-z]+:[a-zA-Z]+$'),
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  occurred_at timestamptz not null default now(),
  dispatched_at timestamptz
);
create index outbox_undispatched on outbox (id) where dispatched_at is null;
create index outbox_by_time on outbox (occurred_at);

-- One row per event and reaction. This row, not the queue, records whether the effect has happened.
create table effects (
  outbox_id bigint not null references outbox (id) on delete cascade,
  reaction text not null,
  state text not null default 'planned' check (state in ('planned', 'done', 'failed')),
  attempts smallint not null default 0,
  last_error text,
  changed_at timestamptz not null default now(),
  primary key (outbox_id, reaction)
);
create index effects_failed on effects (changed_at desc) where state = 'failed';

-- Running workers. After 20 s without a heartbeat (`seen_at`) another worker deletes the row and releases the jobs.
create table workers (
  pool_id text primary key,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  input jsonb not null default '{}',
  done integer not null default 0,
  total integer not null default 0,
  log jsonb not null default '[]',
  result jsonb,
  error text,
  started_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index jobs_by_time on jobs (created_at desc);

-- A command repeated with the same key and input gets the stored response.
create table idempotency_keys (
  http text not null,
  key text not null check (length(key) <= 200),
  input_hash text not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (http, key)
);
create index idempotency_keys_by_time on idempotency_keys (created_at);

-- Calls from each IP address by limit (`bucket`) and time window. Losing these rows in a crash is harmless.
create unlogged table rate_limits (
  bucket text not null,
  address_hash text not null,
  window_start timestamptz not null,
  count integer not null default 1,
  primary key (bucket, address_hash, window_start)
);
create index rate_limits_by_time on rate_limits (window_start);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_by_subject on audit_log (subject, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each statement execute function refuse_change();

-- Notifies every process, so that read models are reloaded after any change, also by `psql`. The payload is
-- `table:id,id,…`, or `table:*` for too many ids.
create function announce_change() returns trigger language plpgsql as $$
declare
  ids text;
  many boolean;
begin
  -- Code that counts searches and visits sets `app.quiet`, so that not every count reloads read models.
  if current_setting('app.quiet', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select string_agg(id::text, ','), count(*) > 500 into ids, many from old_rows;
  else
    select string_agg(id::text, ','), count(*) > 500 into ids, many from new_rows;
  end if;
  if ids is not null then
    perform pg_notify('changes', tg_table_name || ':' || case when many then '*' else ids end);
  end if;
  return null;
end $$;

create function announce_changes_of(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger announce_insert after insert on %s referencing new table as new_rows
    for each statement execute function announce_change()', name);
  execute format('create trigger announce_update after update on %s referencing new table as new_rows
    for each statement execute function announce_change()', name);
  execute format('create trigger announce_delete after delete on %s referencing old table as old_rows
    for each statement execute function announce_change()', name);
end $$;

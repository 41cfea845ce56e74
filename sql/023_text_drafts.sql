-- Texts that one job generated for many routes. Staff accept or discard them.
create table text_drafts (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs (id) on delete cascade,
  route_id bigint not null references route_prices (id) on delete cascade,
  field text not null check (field in ('longDescription', 'touristInfo')),
  body text not null,
  -- Provider and model are copied, because prompts are changed and deleted.
  provider text not null,
  model text not null,
  prompt_name text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'discarded')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- A job that runs twice writes each text only once.
  unique (job_id, route_id)
);
create index text_drafts_open on text_drafts (route_id, field) where state = 'open';
select announce_changes_of('text_drafts');

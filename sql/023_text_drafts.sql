-- Texts generated for many routes in one job. They are drafts that staff accept or discard.
create table text_drafts (
  id bigint generated always as identity primary key,
  job_id bigint not null references jobs (id) on delete cascade,
  route_id bigint not null references route_prices (id) on delete cascade,
  field text not null check (field in ('longDescription', 'touristInfo')),
  body text not null,
  -- Origin of the text, copied because prompts are changed and deleted.
  provider text not null,
  model text not null,
  prompt_name text not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'discarded')),
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  -- The key makes a job that runs twice write each text once.
  unique (job_id, route_id)
);
create index text_drafts_open on text_drafts (route_id, field) where state = 'open';
select announce_changes_of('text_drafts');

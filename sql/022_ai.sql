-- If a model is null, OPENAI_MODEL or ANTHROPIC_MODEL applies.
create table ai_settings (
  id smallint primary key default 1 check (id = 1),
  openai_model text check (length(openai_model) <= 100),
  anthropic_model text check (length(anthropic_model) <= 100),
  -- Input and output tokens of both providers per day in Rome; 0 for no limit.
  daily_tokens integer not null default 500000 check (daily_tokens >= 0),
  timeout_seconds integer not null default 60 check (timeout_seconds between 1 and 300),
  updated_at timestamptz not null default now()
);
insert into ai_settings default values;

-- Every call to a provider that used tokens, even if the call had no result.
create table ai_uses (
  id bigint generated always as identity primary key,
  job_id bigint references jobs (id) on delete set null,
  provider text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  used_at timestamptz not null default now()
);
create index ai_uses_by_time on ai_uses (used_at);

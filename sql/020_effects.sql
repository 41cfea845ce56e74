-- Addresses that search engines are to be told of: one row per fact and address, so that a fact that is handled
-- twice tells once. Gathered into submissions by the worker; the history is indexnow_submissions.
create table indexnow_changes (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox (id) on delete cascade,
  url text not null,
  submission_type text not null check (submission_type in ('auto_blog', 'auto_route')),
  -- True where the fact says that the page is gone or has moved: it is told although no page stands there.
  is_removed boolean not null default false,
  state text not null default 'planned' check (state in ('planned', 'sent', 'failed', 'skipped')),
  attempts smallint not null default 0,
  reason text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (outbox_id, url)
);
create index indexnow_changes_open on indexnow_changes (id) where state in ('planned', 'failed');

-- What the mail provider reports of a mail after it has taken it. Reports come late, twice and in any order.
create table email_events (
  id bigint generated always as identity primary key,
  email_message_id bigint not null references email_messages (id) on delete cascade,
  event text not null,
  reason text,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (email_message_id, event, at)
);

alter table email_messages
  -- When the recipient's address was said not to work: whoever wrote it has to be called.
  add column bounced_at timestamptz,
  -- The moment of the report that the state stands for: an older one changes nothing any more.
  add column reported_at timestamptz;

-- Mails a day; the provider's own plan where nothing is said, 0 for no limit.
alter table email_configurations
  add column daily_limit integer constraint email_configurations_daily_limit check (daily_limit >= 0);

-- What the worker does by the clock, and how it ended last.
create table periodic_runs (
  name text primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  succeeded_at timestamptz,
  result text,
  last_error text
);
-- A few thousand mails a year stand here: building it takes milliseconds, and these files run in one transaction.
-- squawk-ignore require-concurrent-index-creation
create index email_messages_by_provider_id on email_messages (provider_id) where provider_id is not null;

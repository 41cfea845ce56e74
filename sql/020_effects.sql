-- URLs to submit to search engines in batches, one row per event and URL, so that a repeated event submits a URL once.
create table indexnow_changes (
  id bigint generated always as identity primary key,
  outbox_id bigint not null references outbox (id) on delete cascade,
  url text not null,
  submission_type text not null check (submission_type in ('auto_blog', 'auto_route')),
  -- True for a deleted or moved page, whose URL is submitted although it has no page.
  is_removed boolean not null default false,
  state text not null default 'planned' check (state in ('planned', 'sent', 'failed', 'skipped')),
  attempts smallint not null default 0,
  reason text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (outbox_id, url)
);
create index indexnow_changes_open on indexnow_changes (id) where state in ('planned', 'failed');

-- Reports of the mail provider may arrive late, twice and in any order.
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
  -- The recipient's e-mail address does not work, so staff must call the customer.
  add column bounced_at timestamptz,
  -- Time of the report that set the state. Older reports do not change the state.
  add column reported_at timestamptz;

-- Mails per day; 0 for no limit; null for the limit of Brevo's free plan, or for no limit with another mail server.
alter table email_configurations
  add column daily_limit integer constraint email_configurations_daily_limit check (daily_limit >= 0);

create table periodic_runs (
  name text primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  succeeded_at timestamptz,
  result text,
  last_error text
);
-- A transaction cannot create an index concurrently. Indexing a few thousand mails a year takes milliseconds.
-- squawk-ignore require-concurrent-index-creation
create index email_messages_by_provider_id on email_messages (provider_id) where provider_id is not null;

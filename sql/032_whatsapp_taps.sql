-- The WhatsApp link of a page fills the visitor's message with a code, by which staff find the page and the provenance.
-- The table contains no personal data. The worker deletes codes that staff do not enter within some weeks.
create table whatsapp_taps (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{6}$'),
  path text not null check (length(path) <= 200),
  -- Known values, by the names of the columns of lead_provenance.
  provenance jsonb not null default '{}',
  tapped_at timestamptz not null default now()
);
create index whatsapp_taps_by_time on whatsapp_taps (tapped_at);

-- Codes in the messages of WhatsApp links, by which staff find page and provenance. The worker deletes unused codes.
create table whatsapp_taps (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{6}$'),
  path text not null check (length(path) <= 200),
  -- Known values, by the names of the columns of lead_provenance.
  provenance jsonb not null default '{}',
  tapped_at timestamptz not null default now()
);
create index whatsapp_taps_by_time on whatsapp_taps (tapped_at);

-- A WhatsApp message sent from a page contains a code, by which staff find the page and the provenance. Contains no
-- personal data. Codes that staff do not enter are deleted after some weeks.
create table whatsapp_taps (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{6}$'),
  path text not null check (length(path) <= 200),
  -- Known columns of lead_provenance.
  provenance jsonb not null default '{}',
  tapped_at timestamptz not null default now()
);
create index whatsapp_taps_by_time on whatsapp_taps (tapped_at);

-- Who writes on WhatsApp from a page carries a code in the message: from it staff see the page and how the visitor came.
-- Nothing in it points to a person; one that nobody has written down is deleted after some weeks.
create table whatsapp_taps (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{6}$'),
  path text not null check (length(path) <= 200),
  -- The columns of lead_provenance that are known.
  provenance jsonb not null default '{}',
  tapped_at timestamptz not null default now()
);
create index whatsapp_taps_by_time on whatsapp_taps (tapped_at);

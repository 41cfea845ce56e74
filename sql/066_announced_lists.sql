-- Active price lists (`id.version`) that search engines know. A scheduled task compares them with the lists of
-- the day.
create table announced_lists (
  id integer primary key default 1 check (id = 1),
  lists text[] not null,
  announced_at timestamptz not null default now()
);

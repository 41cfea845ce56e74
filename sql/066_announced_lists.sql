-- Active price lists that search engines know, each as `id.version`. A list begins and ends without a write, so a
-- scheduled task compares them with today's lists.
create table announced_lists (
  id integer primary key default 1 check (id = 1),
  lists text[] not null,
  announced_at timestamptz not null default now()
);

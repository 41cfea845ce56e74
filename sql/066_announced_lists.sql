-- The price lists that search engines know to be active, each as `id.version`. A scheduled task compares them with the
-- lists that are active today, because a list begins and ends without a write.
create table announced_lists (
  id integer primary key default 1 check (id = 1),
  lists text[] not null,
  announced_at timestamptz not null default now()
);

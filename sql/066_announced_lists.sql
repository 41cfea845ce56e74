-- Active price lists of which search engines have been notified, each as `id.version`. No write happens when a list
-- begins or ends, so a scheduled task compares this row with the active lists of the day.
create table announced_lists (
  id integer primary key default 1 check (id = 1),
  lists text[] not null,
  announced_at timestamptz not null default now()
);

-- A view is the query of a list's URL: filter, order and columns.
create table saved_views (
  id bigint generated always as identity primary key,
  admin_user_id bigint not null references admin_users (id) on delete cascade,
  -- Path of the list below /admin/, such as `tratte/`.
  section text not null check (length(section) between 1 and 60),
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null default now(),
  unique (admin_user_id, section, name)
);

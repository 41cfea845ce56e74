-- At this time the worker publishes the article and clears the column.
alter table blog_posts add column publish_at timestamptz;

alter table blog_categories add column updated_at timestamptz not null default now();

-- Unpublished edits of articles.
create table blog_drafts (
  post_id bigint primary key references blog_posts (id) on delete cascade,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  saved_by text not null,
  updated_at timestamptz not null default now()
);

-- Uploaded pictures are in the database, so that any API process can serve them. The key is a hash of the content.
create table uploads (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  webp bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_by text not null,
  created_at timestamptz not null default now()
);

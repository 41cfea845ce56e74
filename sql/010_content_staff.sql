-- The content side of the back office: drafts beside what is published, articles that publish themselves, pictures.

-- When a draft is due; the worker publishes it and empties this.
alter table blog_posts add column publish_at timestamptz;

alter table blog_categories add column updated_at timestamptz not null default now();

-- What staff have typed since they last saved: the article stands as it is until they publish it.
create table blog_drafts (
  post_id bigint primary key references blog_posts (id) on delete cascade,
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  saved_by text not null,
  updated_at timestamptz not null default now()
);

-- Pictures, in the database so that any number of API processes serve them. Named by what they hold.
create table uploads (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  webp bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  uploaded_by text not null,
  created_at timestamptz not null default now()
);

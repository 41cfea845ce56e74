-- The Italian text stays in the table of its kind, such as blog_posts.
create table translations (
  kind text not null check (length(kind) between 1 and 40),
  -- Id of the route, place, article or other row that has the Italian text.
  id bigint not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  -- `text` is the text that staff edit, by field, and `state` is its state. Visitors never see a draft.
  state text not null check (state in ('draft', 'reviewed')),
  text jsonb not null check (jsonb_typeof(text) = 'object'),
  -- Italian text from which `text` was made.
  made_from jsonb not null check (jsonb_typeof(made_from) = 'object'),
  -- Last reviewed text and its Italian source, shown even while a newer draft waits. Null before the first review.
  shown_text jsonb check (jsonb_typeof(shown_text) = 'object'),
  shown_from jsonb check (jsonb_typeof(shown_from) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (kind, id, language)
);
create unique index translations_slugs on translations (kind, language, (shown_text ->> 'slug'))
  where shown_text ->> 'slug' is not null;

select announce_changes_of('translations');
select keep_versions_apart_of('translations');

-- The table has no foreign key, because its ids refer to several tables.
create function forget_translations() returns trigger language plpgsql as $$
begin
  delete from translations where kind = any(tg_argv) and id in (select id from old_rows);
  return null;
end $$;
create trigger forget_translations after delete on route_prices referencing old table as old_rows
  for each statement execute function forget_translations('route');
create trigger forget_translations after delete on locations referencing old table as old_rows
  for each statement execute function forget_translations('place', 'meetingPoint');
create trigger forget_translations after delete on blog_posts referencing old table as old_rows
  for each statement execute function forget_translations('article');
create trigger forget_translations after delete on blog_categories referencing old table as old_rows
  for each statement execute function forget_translations('category');
create trigger forget_translations after delete on photos referencing old table as old_rows
  for each statement execute function forget_translations('photo');

alter table ai_prompts drop constraint ai_prompts_field_type_check;
alter table ai_prompts add constraint ai_prompts_field_type_check
  check (field_type in ('general', 'description', 'tourist', 'translation')) not valid;

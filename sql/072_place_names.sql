-- Names and aliases of a place; `id` is the id of the place.
create table location_names (
  id bigint primary key references locations (id) on delete cascade,
  -- Name by language, such as {"en": "Brindisi Airport"}. A missing language has the Italian name.
  names jsonb not null default '{}' check (jsonb_typeof(names) = 'object'),
  -- Other names by the language that uses them, such as {"it": ["Papola Casale"]}. Searches find all of them.
  aliases jsonb not null default '{}' check (jsonb_typeof(aliases) = 'object'),
  updated_at timestamptz not null default now()
);

select announce_changes_of('location_names');
select keep_versions_apart_of('location_names');

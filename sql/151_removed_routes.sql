-- Deleted routes, so that the creation of related routes brings them back as they were: with their id, slug, texts,
-- translations and prices. A route that is deleted again replaces its row.
create table removed_routes (
  departure_location_id bigint not null references locations (id) on delete cascade,
  destination_location_id bigint not null references locations (id) on delete cascade,
  transfer_type_id bigint not null references transfer_types (id) on delete cascade,
  -- The main route whose related routes staff deleted; null if the route was deleted in another way.
  taken_from_id bigint references route_prices (id) on delete set null,
  -- The row of `route_prices`. A route that used the prices of its outbound route has a copy of these prices.
  route jsonb not null,
  -- Rows of other tables that were deleted with the route, and the redirects to its pages.
  parts jsonb not null,
  -- Fields, by their names in the API, that were equal to those of its main route.
  followed jsonb not null,
  removed_at timestamptz not null default now(),
  primary key (departure_location_id, destination_location_id, transfer_type_id)
);
create index removed_routes_by_destination on removed_routes (destination_location_id);
create index removed_routes_by_type on removed_routes (transfer_type_id);
create index removed_routes_taken on removed_routes (taken_from_id) where taken_from_id is not null;

create function parts_of_route(which bigint) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(part), '[]') from (
    select jsonb_build_object('table', 'translations', 'row', to_jsonb(t)) as part
    from translations t where t.kind = 'route' and t.id = which
    union all
    select jsonb_build_object('table', 'price_changes', 'row', to_jsonb(c)) from price_changes c where c.route_id = which
    union all
    select jsonb_build_object('table', 'text_drafts', 'row', to_jsonb(d)) from text_drafts d where d.route_id = which
  ) as parts
$$;

-- Returns the redirects to pages, all in one scan of the table.
create function redirects_to(paths text[]) returns table (path text, part jsonb) language sql stable as $$
  select lower(regexp_replace(to_path, '[?#].*$', '')), jsonb_build_object('table', 'redirects', 'row', to_jsonb(r))
  from redirects r where lower(regexp_replace(to_path, '[?#].*$', '')) = any(paths)
$$;

-- Inserts a row that was stored as JSON. Columns that are newer than the JSON get their defaults.
create function insert_again(target regclass, stored jsonb) returns void language plpgsql as $$
declare
  columns text;
begin
  select string_agg(format('%I', attname), ', ') into columns from pg_attribute
  where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '' and stored ? attname;
  execute format('insert into %1$s (%2$s) overriding system value
    select %2$s from jsonb_populate_record(null::%1$s, $1)', target, columns) using stored;
end $$;

-- Restores what the two functions returned. The deletion of the route has made its redirects 410.
create function restore_parts(parts jsonb) returns void language sql as $$
  select insert_again((part ->> 'table')::regclass, part -> 'row') from jsonb_array_elements(parts) part
  where part ->> 'table' in ('translations', 'price_changes')
    or part ->> 'table' = 'text_drafts' and exists (select from jobs where id = (part -> 'row' ->> 'job_id')::bigint);
  update redirects r set to_path = part -> 'row' ->> 'to_path', status_code = 301, updated_at = now()
  from jsonb_array_elements(parts) part
  where part ->> 'table' = 'redirects' and r.from_path = part -> 'row' ->> 'from_path' and r.to_path is null;
$$;

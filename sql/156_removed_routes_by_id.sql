-- A deleted route has one row: its last state, under its id. Before, the row was under the route's places and type, so a
-- route that was deleted a second time with other places had two, and its second deletion replaced another route's row.
delete from removed_routes older using removed_routes newer
where older.route -> 'id' = newer.route -> 'id' and (older.removed_at, older.ctid) < (newer.removed_at, newer.ctid);
alter table removed_routes drop constraint removed_routes_pkey;
-- The table has few rows, and no release has it yet.
-- squawk-ignore adding-field-with-default, adding-serial-primary-key-field
alter table removed_routes add column route_id bigint generated always as ((route ->> 'id')::bigint) stored primary key;
-- squawk-ignore require-concurrent-index-creation
create index removed_routes_by_places on removed_routes
  (departure_location_id, destination_location_id, transfer_type_id, removed_at desc);

-- Restores what `parts_of_route` and `redirects_to` returned. The deletion of the route has made its redirects 410, or
-- does so next. Redirects that lead elsewhere now stay as they are. `to` is the new target of a redirect.
create or replace function restore_parts(parts jsonb) returns void language sql as $$
  select insert_again((part ->> 'table')::regclass, part -> 'row') from jsonb_array_elements(parts) part
  where part ->> 'table' in ('translations', 'price_changes')
    or part ->> 'table' = 'text_drafts' and exists (select from jobs where id = (part -> 'row' ->> 'job_id')::bigint);
  update redirects r set to_path = part ->> 'to', status_code = 301, updated_at = now()
  from jsonb_array_elements(parts) part
  where part ->> 'table' = 'redirects' and r.from_path = part -> 'row' ->> 'from_path'
    and (r.to_path is null or r.to_path = part -> 'row' ->> 'to_path')
    and r.to_path is distinct from part ->> 'to' and r.from_path <> part ->> 'to';
$$;

-- Lists the example rows of a fresh installation, because all other queries treat an example like any row.
create table demo_rows (
  id bigint generated always as identity primary key,
  table_name text not null check (table_name in ('vehicles', 'drivers', 'admin_users', 'trips')),
  row_id bigint not null,
  unique (table_name, row_id)
);
select announce_changes_of('demo_rows');

-- Turns an example that staff changed into the operator's own row.
create function keep_changed_example() returns trigger language plpgsql as $$
begin
  delete from demo_rows where table_name = tg_table_name and row_id = new.id;
  return null;
end $$;
create trigger keep_changed_example after update on vehicles
  for each row when (new.updated_at is distinct from old.updated_at) execute function keep_changed_example();
create trigger keep_changed_example after update on drivers
  for each row when (new.updated_at is distinct from old.updated_at) execute function keep_changed_example();

-- Allows the deletion of the service sheet of an example trip at any time, because no such ride happened.
create or replace function protect_service_sheet() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.arrival_at is null and new.arrival_at is not null
    and to_jsonb(new) - '{arrival_at,end_km}'::text[] = to_jsonb(old) - '{arrival_at,end_km}'::text[] then
    return new;
  end if;
  if tg_op = 'DELETE' and (service_sheet_term(old) <= now()
    or exists (select from demo_rows where table_name = 'trips' and row_id = old.trip_id)) then
    return old;
  end if;
  raise exception 'a service sheet is neither changed nor deleted within its term'
    using errcode = 'restrict_violation';
end $$;

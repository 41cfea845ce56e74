-- A price list is now read together with the base prices and never written into them.

alter table price_lists
  add column overlay text not null default 'period' check (overlay in ('period', 'weekdays', 'nights')),
  -- Days of the week; 1 is Monday.
  add column weekdays smallint[] not null default '{}' check (weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  add column version integer not null default 1;

-- Contents of a price list before each change.
create table price_list_versions (
  list_id bigint not null references price_lists (id) on delete cascade,
  version integer not null,
  content jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (list_id, version)
);

-- The columns are ranges, so that PostgreSQL refuses a second list with the same slot for a route on a day. A
-- range without bounds means every place, transfer type (`kinds`) or route. `slots` is 0 for a period, 1 to 7
-- for a day of the week and 100 for nights.
create table price_list_scopes (
  list_id bigint not null references price_lists (id) on delete cascade,
  slots int4range not null,
  departures int8range not null,
  kinds int8range not null,
  routes int8range not null,
  days daterange not null,
  constraint price_list_scopes_apart exclude using gist
    (slots with &&, departures with &&, kinds with &&, routes with &&, days with &&)
);
create index price_list_scopes_by_list on price_list_scopes (list_id);

-- Kinds of overlay that apply in addition to periods.
create table fare_settings (
  id integer primary key default 1 check (id = 1),
  are_weekdays_on boolean not null default false,
  are_nights_on boolean not null default false,
  updated_at timestamptz not null default now()
);
insert into fare_settings default values;

-- Removes the prices of active lists from the base prices. Two kinds of prices stay and become single prices of the
-- list: those that staff changed since, and those that match the list's rule but that the list did not write.
create function base_price_column(field text) returns text language sql immutable as $$
  select case field
    when 'priceMin2Pax' then 'price_min2_pax'
    when 'price3to4Pax' then 'price3to4_pax'
    when 'price5to7Pax' then 'price5to7_pax'
    when 'price1to3Pax' then 'price1to3_pax'
    when 'price4to8Pax' then 'price4to8_pax'
    when 'pricePremium1to3Pax' then 'price_premium1to3_pax'
    when 'pricePremium4to7Pax' then 'price_premium4to7_pax'
  end
$$;

do $$
declare
  list record;
  field_name text;
  own_cells jsonb;
begin
  for list in
    select * from price_lists where begun_at is not null and ended_at is null order by id for update
  loop
    foreach field_name in array array['priceMin2Pax', 'price3to4Pax', 'price5to7Pax', 'price1to3Pax', 'price4to8Pax',
      'pricePremium1to3Pax', 'pricePremium4to7Pax']
    loop
      execute format($sql$
        select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'field', $1, 'value', trim_scale(r.%1$I)::text)), '[]')
        from route_prices r left join price_changes c on c.batch_id = $2 and c.route_id = r.id and c.field = $1
        where (
            (c.id is not null and r.%1$I is distinct from c.price_to)
            or (c.id is null and r.%1$I is not null and $1 = any($3) and ($4 is null or r.departure_location_id = $4)
              and ($5 is null or r.transfer_type_id = $5)))
          and not exists (
            select from jsonb_array_elements($6) cell
            where (cell->>'id')::bigint = r.id and cell->>'field' = $1 and c.id is null)
      $sql$, base_price_column(field_name))
      into own_cells
      using field_name, list.batch_id, list.fields, list.departure_location_id, list.transfer_type_id, list.cells;
      update price_lists
      set cells = (
        select coalesce(jsonb_agg(cell), '[]') from jsonb_array_elements(cells) cell
        where not exists (
          select from jsonb_array_elements(own_cells) k where k->'id' = cell->'id' and k->'field' = cell->'field')
      ) || own_cells
      where id = list.id;
      execute format($sql$
        update route_prices r set %1$I = c.price_from from price_changes c
        where c.batch_id = $1 and c.route_id = r.id and c.field = $2 and r.%1$I is not distinct from c.price_to
      $sql$, base_price_column(field_name))
      using list.batch_id, field_name;
    end loop;
    update price_changes set undone_at = coalesce(undone_at, now()) where batch_id = list.batch_id;
  end loop;
end $$;
drop function base_price_column(text);

-- A scope that overlaps that of an earlier list is not stored, so the earlier list applies.
insert into price_list_scopes (list_id, slots, departures, kinds, routes, days)
select id, int4range(0, 0, '[]'), int8range(departure_location_id, departure_location_id, '[]'),
  int8range(transfer_type_id, transfer_type_id, '[]'), int8range(null, null), daterange(starts_on, ends_on, '[]')
from price_lists where cancelled_at is null and ended_at is null and fields <> '{}' order by id
on conflict do nothing;
insert into price_list_scopes (list_id, slots, departures, kinds, routes, days)
select distinct l.id, int4range(0, 0, '[]'), int8range(r.departure_location_id, r.departure_location_id, '[]'),
  int8range(r.transfer_type_id, r.transfer_type_id, '[]'), int8range(r.id, r.id, '[]'),
  daterange(l.starts_on, l.ends_on, '[]')
from price_lists l, jsonb_array_elements(l.cells) cell join route_prices r on r.id = (cell->>'id')::bigint
where l.cancelled_at is null and l.ended_at is null
on conflict do nothing;

-- A running worker of the previous version must begin no list, so every list is marked as ended.
update price_lists set cancelled_at = coalesce(cancelled_at, ended_at)
where ended_at is not null and (begun_at is null or ends_on is null or ended_at < ends_on);
update price_lists set ended_at = now() where ended_at is null;
alter table price_lists alter column ended_at set default now();

select announce_changes_of('price_lists');
select announce_changes_of('fare_settings');
select keep_versions_apart_of('fare_settings');

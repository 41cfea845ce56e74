-- Prices of 100,000 routes change in one statement. A trigger for each row would take minutes to record and to restore them.
create function record_updates() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into bulk_act_rows (act_id, item, table_name, key, before, after)
  select current_setting('app.act')::bigint, current_setting('app.act_item'), tg_table_name,
    jsonb_build_object('id', both_rows.id), changed.before, changed.after - string_to_array(tg_argv[0], ',')
  -- `offset 0` keeps PostgreSQL from computing the rows again for each column.
  from (select o.id, to_jsonb(o) as was, to_jsonb(n) as now from old_rows o join new_rows n using (id) offset 0) as both_rows
    cross join lateral (
      select jsonb_object_agg(key, value) as before, jsonb_object_agg(key, both_rows.now -> key) as after
      from jsonb_each(both_rows.was) where both_rows.now -> key is distinct from value) as changed
  where changed.before is not null order by both_rows.id;
  return null;
end $$;
drop trigger record_act on route_prices;
create trigger record_act after insert or delete on route_prices for each row
  when (current_setting('app.act', true) <> '') execute function record_act('id', 'ricerche,gate_reasons');
create trigger record_updates after update on route_prices referencing old table as old_rows new table as new_rows
  for each statement when (current_setting('app.act', true) <> '') execute function record_updates('ricerche,gate_reasons');

-- Restores the rows of a large act that have not changed since, with one statement for each set of columns, and leaves the
-- others to `undo_act`. An act that inserts or deletes rows, or changes a row twice, depends on the order of its changes.
create function restore_unchanged(act bigint, which text) returns void language plpgsql set timezone = 'UTC' as $$
declare
  one record;
begin
  if (select count(*) < 100 or bool_or(before is null or after is null or not key ? 'id')
        or count(*) <> count(distinct (table_name, key))
      from bulk_act_rows where act_id = act and item = which and undone_at is null) then
    return;
  end if;
  for one in
    select table_name, columns, string_agg(format('%I', name), ', ' order by name) as names,
      string_agg(format('was.%I', name), ', ' order by name) as values
    from (
      select distinct table_name, array(select jsonb_object_keys(before)) as columns
      from bulk_act_rows where act_id = act and item = which and undone_at is null) as sets
      cross join unnest(columns) name
    group by 1, 2
  loop
    begin
      execute format('with restored as (
          update %1$I t set (%2$s) = row(%3$s)
          from bulk_act_rows r cross join lateral jsonb_populate_record(null::%1$I, r.before) was
          where act_id = $1 and item = $2 and undone_at is null and table_name = %1$L
            and array(select jsonb_object_keys(r.before)) = $3
            and t.id = (r.key ->> ''id'')::bigint and to_jsonb(t) || r.after = to_jsonb(t)
          returning r.id)
        update bulk_act_rows set undone_at = now() where id in (select id from restored)',
        one.table_name, one.names, one.values) using act, which, one.columns;
    exception
      when unique_violation or foreign_key_violation or exclusion_violation then
        null;
    end;
  end loop;
end $$;

-- Restores the rows of an item. Returns `{"result": "undone"}`, or why all rows stay: `changed` since the act, `gone`, or
-- `taken` if a row that is not restored has the key of a row of the item, refers to one or excludes one. `table`, `key` and
-- `columns` then say which row and, for `changed`, which of its columns. A row that cannot be restored yet waits until
-- other rows of the item are restored. With `by_column`, later changes of other columns stay, and the row gets a new
-- version. The versions in the images of the acts on a row make a chain, from which an undone act is taken out: the next
-- act then begins with the version before the undone act, and its undo restores that version. Undos are outside the chain.
create function undo_act(act bigint, which text, by_column boolean default false) returns jsonb language plpgsql
  set timezone = 'UTC' as $$
declare
  one record;
  was jsonb;
  place text;
  columns text;
  current_row jsonb;
  changed jsonb;
  blocked jsonb;
  reason text;
  is_newer boolean;
  is_linked boolean := (select not takes_back from bulk_acts made where made.id = undo_act.act);
  done bigint[] := '{}';
  waiting text[];
  has_advanced boolean;
begin
  -- Set here and not in the function's `set` clause, because only a superuser may use `app.undoing` in such a clause.
  perform set_config('app.undoing', 'on', true);
  perform restore_unchanged(act, which);
  loop
    has_advanced := false;
    waiting := '{}';
    for one in
      select * from bulk_act_rows
      where act_id = act and item = which and undone_at is null and id <> all(done) order by id desc
    loop
      -- Earlier changes of a waiting row wait too.
      continue when one.table_name || one.key::text = any(waiting);
      select string_agg(format('%I = %L', key, value), ' and ') into place from jsonb_each_text(one.key);
      execute format('select to_jsonb(t) from %I t where %s for update', one.table_name, place) into current_row;
      was := one.before;
      is_newer := false;
      if one.after is not null then
        if current_row is null then
          raise exception using errcode = 'UA001', message = 'gone',
            detail = jsonb_build_object('table', one.table_name, 'key', one.key);
        end if;
        select jsonb_agg(key order by key) into changed from jsonb_each(one.after)
        -- A row that the act inserted would take later acts on it along.
        where current_row -> key is distinct from value
          and not (by_column and key = 'updated_at' and one.before is not null);
        if changed is not null then
          raise exception using errcode = 'UA001', message = 'changed',
            detail = jsonb_build_object('table', one.table_name, 'key', one.key, 'columns', changed);
        end if;
        -- Values that the product computes stay, for example that a colleague has read a lead.
        if by_column and was is not null then
          select jsonb_object_agg(key, value) into was from jsonb_each(was) where one.after ? key;
        end if;
        is_newer := was is not null and current_row -> 'updated_at' is distinct from one.after -> 'updated_at'
          and one.after ? 'updated_at';
        if is_linked and (is_newer or by_column and was is not null and not one.after ? 'updated_at') then
          -- A later act may have set the same value again, and its undo needs the value before it.
          select jsonb_agg(name order by name) into changed from jsonb_object_keys(one.after) name
          where name <> 'updated_at' and exists (
            select from bulk_act_rows later join bulk_acts made on made.id = later.act_id and not made.takes_back
            where later.table_name = one.table_name and later.key = one.key and later.id > one.id
              and later.act_id <> one.act_id and later.undone_at is null and later.before ? name);
          if changed is not null then
            raise exception using errcode = 'UA001', message = 'changed',
              detail = jsonb_build_object('table', one.table_name, 'key', one.key, 'columns', changed);
          end if;
        end if;
        if is_newer then
          was := was || jsonb_build_object('updated_at',
            greatest(clock_timestamp(), (current_row ->> 'updated_at')::timestamptz + interval '1 millisecond'));
        end if;
      end if;
      if one.before is not null and was is null then
        done := done || one.id;
        has_advanced := true;
        continue;
      end if;
      select string_agg(format('%I', key), ', ') into columns from jsonb_object_keys(was) key;
      begin
        if one.before is null then
          execute format('delete from %I where %s', one.table_name, place);
        elsif one.after is null then
          execute format('insert into %1$I (%2$s) overriding system value
            select %2$s from jsonb_populate_record(null::%1$I, $1)', one.table_name, columns) using was;
        else
          execute format('update %1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1) as was)
            where %3$s', one.table_name, columns, place) using was;
        end if;
        done := done || one.id;
        has_advanced := true;
      exception
        when unique_violation or foreign_key_violation or exclusion_violation then
          waiting := waiting || (one.table_name || one.key::text);
          blocked := jsonb_build_object('table', one.table_name, 'key', one.key);
          continue;
      end;
      if is_newer and is_linked then
        update bulk_act_rows set before = before || jsonb_build_object('updated_at', one.before -> 'updated_at')
        where table_name = one.table_name and key = one.key and id > one.id and undone_at is null
          and before -> 'updated_at' = one.after -> 'updated_at'
          and not (select takes_back from bulk_acts where id = act_id);
        update bulk_act_rows set after = after || jsonb_build_object('updated_at', was -> 'updated_at')
        where table_name = one.table_name and key = one.key and id > one.id and undone_at is null
          and after -> 'updated_at' = current_row -> 'updated_at'
          and not (select takes_back from bulk_acts where id = act_id);
      end if;
    end loop;
    exit when waiting = '{}';
    if not has_advanced then
      raise exception using errcode = 'UA001', message = 'taken', detail = blocked;
    end if;
  end loop;
  update bulk_act_rows set undone_at = now() where act_id = act and item = which and undone_at is null;
  perform set_config('app.undoing', '', true);
  return jsonb_build_object('result', 'undone');
-- An exception also resets `app.undoing`.
exception
  when sqlstate 'UA001' then
    get stacked diagnostics reason = pg_exception_detail;
    return jsonb_build_object('result', sqlerrm) || reason::jsonb;
end $$;

-- Processes of the previous release call it until they are replaced. A later release drops it.
create or replace function undo_act_item(act bigint, which text) returns text language sql as $$
  select undo_act(act, which) ->> 'result'
$$;

-- An undo restores the mark with the price.
create or replace function end_demo_prices() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.undoing', true), '') <> 'on' then
    new.is_demo := false;
  end if;
  return new;
end $$;

-- Replaces a definition of an earlier sql/081, which only a superuser can run or restore.
create or replace function undo_act_item(act bigint, which text) returns text language plpgsql
  set timezone = 'UTC' as $$
declare
  one record;
  place text;
  columns text;
  current_row jsonb;
  done bigint[] := '{}';
  waiting text[];
  has_advanced boolean;
begin
  -- Set here and not in the function's `set` clause, because only a superuser may use `app.undoing` in such a clause.
  perform set_config('app.undoing', 'on', true);
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
      if one.after is not null then
        if current_row is null then
          raise exception 'gone' using errcode = 'UA001';
        end if;
        if exists (select from jsonb_each(one.after) where current_row -> key is distinct from value) then
          raise exception 'changed' using errcode = 'UA001';
        end if;
      end if;
      select string_agg(format('%I', key), ', ') into columns from jsonb_object_keys(one.before) key;
      begin
        if one.before is null then
          execute format('delete from %I where %s', one.table_name, place);
        elsif one.after is null then
          execute format('insert into %1$I (%2$s) overriding system value
            select %2$s from jsonb_populate_record(null::%1$I, $1)', one.table_name, columns) using one.before;
        else
          execute format('update %1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1) as was)
            where %3$s', one.table_name, columns, place) using one.before;
        end if;
        done := done || one.id;
        has_advanced := true;
      exception
        when unique_violation or foreign_key_violation then
          waiting := waiting || (one.table_name || one.key::text);
      end;
    end loop;
    exit when waiting = '{}';
    if not has_advanced then
      raise exception 'taken' using errcode = 'UA001';
    end if;
  end loop;
  update bulk_act_rows set undone_at = now() where act_id = act and item = which and undone_at is null;
  perform set_config('app.undoing', '', true);
  return 'undone';
-- An exception also resets `app.undoing`.
exception
  when sqlstate 'UA001' then
    return sqlerrm;
end $$;

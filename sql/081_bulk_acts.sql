-- Acts of staff on many rows. `bulk_act_rows` has each changed row before and after the act, for the undo.
create table bulk_acts (
  id bigint generated always as identity primary key,
  -- The command that made the act, such as `POST /api/admin/leads/bulk`.
  act text not null check (length(act) <= 100),
  -- Italian words for the history, such as `Stato: Contattata`.
  title text not null check (length(title) <= 300),
  made_by text not null,
  made_at timestamptz not null default now(),
  -- Numbers of chosen, changed and restored rows.
  total integer not null,
  changed integer not null default 0,
  undone integer not null default 0,
  undone_by text,
  undone_at timestamptz
);
create index bulk_acts_by_time on bulk_acts (made_at desc, id desc);
select announce_changes_of('bulk_acts');

create table bulk_act_rows (
  id bigint generated always as identity primary key,
  act_id bigint not null references bulk_acts (id) on delete cascade,
  -- Id of the row that staff chose. All rows with the same `item` are restored together.
  item text not null,
  table_name text not null,
  key jsonb not null,
  -- Null for an inserted row. An updated row has only the columns that changed.
  before jsonb,
  -- Null for a deleted row. Omits the columns whose values the product counts or computes.
  after jsonb,
  undone_at timestamptz
);
create index bulk_act_rows_by_item on bulk_act_rows (act_id, item);

-- Records a changed row while `app.act` is the id of an act. The arguments are the columns of the key, and the columns
-- whose values the product counts or computes.
create function record_act() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  any_row jsonb := coalesce(new_row, old_row);
  row_key jsonb;
begin
  select jsonb_object_agg(name, any_row -> name) into row_key from unnest(string_to_array(tg_argv[0], ',')) name;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into old_row from jsonb_each(old_row)
    where new_row -> key is distinct from value;
    select jsonb_object_agg(key, value) into new_row from jsonb_each(new_row) where old_row ? key;
  end if;
  if old_row is not null or new_row is not null then
    insert into bulk_act_rows (act_id, item, table_name, key, before, after)
    values (current_setting('app.act')::bigint, current_setting('app.act_item'), tg_table_name, row_key, old_row,
      new_row - string_to_array(tg_argv[1], ','));
  end if;
  return null;
end $$;

create function record_acts_of(name regclass, key_columns text, computed_columns text) returns void language plpgsql as $$
begin
  execute format('create trigger record_act after insert or update or delete on %s for each row
    when (current_setting(''app.act'', true) <> '''') execute function record_act(%L, %L)',
    name, key_columns, computed_columns);
end $$;

select record_acts_of('availability_requests', 'id', 'read_at,overdue_at,call_instead,call_instead_event_id');
select record_acts_of('bookings', 'id', 'read_at,overdue_at,call_instead,call_instead_event_id');
select record_acts_of('contacts', 'id', 'read_at,overdue_at,call_instead,call_instead_event_id');
select record_acts_of('route_prices', 'id', 'ricerche,gate_reasons');
select record_acts_of('price_changes', 'id', '');
select record_acts_of('text_drafts', 'id', '');
select record_acts_of('locations', 'id', '');
select record_acts_of('location_names', 'id', '');
select record_acts_of('photos', 'id', '');
select record_acts_of('translations', 'kind,id,language', '');
select record_acts_of('blog_posts', 'id', '');
select record_acts_of('blog_drafts', 'post_id', '');
select record_acts_of('redirects', 'id', 'hits,last_hit_at');

-- Restores the rows of an item. Returns `undone`, or the reason why all rows stay: `changed` since the act, `gone`, or
-- `taken` if a row that is not restored has the key of a row of the item or refers to one. A row that cannot be
-- restored yet waits until other rows of the item are restored.
create function undo_act_item(act bigint, which text) returns text language plpgsql
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

-- An undo restores the earlier version, so that a form opened before the act can still be saved.
create or replace function keep_versions_apart() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.undoing', true), '') <> 'on' then
    new.updated_at := date_trunc('milliseconds', old.updated_at) + interval '1 millisecond';
  end if;
  return new;
end $$;

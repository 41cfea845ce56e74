-- Records a changed row while `app.act` is the id of an act. The arguments are the columns of the key, the columns whose
-- values the product counts or computes, and the columns that no image may contain, such as passwords.
create or replace function record_act() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  secret text[] := string_to_array(coalesce(tg_argv[2], ''), ',');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - secret end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - secret end;
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

-- The tables that a save of a form changes, besides those of bulk acts and of dispatchers.
select record_acts_of('blog_categories', 'id', '');
select record_acts_of('closed_days', 'id', '');
select record_acts_of('company_settings', 'id', '');
select record_acts_of('drivers', 'id', 'calendar_nonce');
select record_acts_of('vehicles', 'id', '');
select record_acts_of('fare_settings', 'id', '');
select record_acts_of('fare_bands', 'id', '');
select record_acts_of('google_analytics_configurations', 'id', '');
select record_acts_of('ai_settings', 'id', '');
select record_acts_of('ai_prompts', 'id', '');
select record_acts_of('reply_templates', 'id', '');
select record_acts_of('site_settings', 'id', '');
select record_acts_of('sign_in_rules', 'id', '');
select record_acts_of('transfer_types', 'id', '');
select record_acts_of('lead_provenance', 'lead_kind,lead_id', '');
select record_acts_of('lead_messages', 'id', 'send_at');
-- `keep_role_in_step` sets `is_super_admin`.
create trigger record_act after update on admin_users for each row when (current_setting('app.act', true) <> '')
  execute function record_act('id', '', 'password,first_password_until,totp_secret,totp_confirmed_at,totp_last_step,recovery_codes,is_super_admin');

-- `undoes` is the act that this act undid: an undo is a recorded act, too. No foreign key: acts are deleted after 90 days.
-- `takes_back` is true for an undo, and false for an act and for the undo of an undo.
alter table bulk_acts add column undoes bigint, add column takes_back boolean not null default false;
-- squawk-ignore require-concurrent-index-creation
create index bulk_acts_by_undone on bulk_acts (undoes) where undoes is not null;

-- Returns the act whose undo takes back what `made` did: the act itself or, after its undo was undone, the undo of the undo.
-- Null if the act is undone or deleted.
create function open_act(made bigint) returns bigint language sql stable as $$
  with recursive done as (
    select id, undone from bulk_acts where id = made
    union all
    select again.id, again.undone from done join bulk_acts undo on undo.undoes = done.id and done.undone > 0
      join bulk_acts again on again.undoes = undo.id)
  select id from done where undone = 0
$$;

-- The history of prices stays when the act that changed the prices is undone, so its rows name their act. They only come
-- back with a deleted route.
alter table price_changes add column act_id bigint default nullif(current_setting('app.act', true), '')::bigint;
-- squawk-ignore require-concurrent-index-creation
create index price_changes_by_act on price_changes (act_id) where act_id is not null;
drop trigger record_act on price_changes;
create trigger record_act after delete on price_changes for each row
  when (current_setting('app.act', true) <> '') execute function record_act('id', '');

-- Restores the rows of an item. Returns `{"result": "undone"}`, or why all rows stay: `changed` since the act, `gone`, or
-- `taken` if a row that is not restored has the key of a row of the item, refers to one or excludes one. `table`, `key` and
-- `columns` then say which row and, for `changed`, which of its columns. A row that cannot be restored yet waits until
-- other rows of the item are restored. With `by_column`, later changes of other columns stay, and the row gets a new
-- version. The versions in the images of the acts on a row make a chain, from which an undone act is taken out: the next
-- act then begins with the version before the undone act, and its undo restores that version. Undos are outside the chain.
drop function undo_act(bigint, text);
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
        where current_row -> key is distinct from value and not (by_column and key = 'updated_at');
        if changed is not null then
          raise exception using errcode = 'UA001', message = 'changed',
            detail = jsonb_build_object('table', one.table_name, 'key', one.key, 'columns', changed);
        end if;
        is_newer := was is not null and current_row -> 'updated_at' is distinct from one.after -> 'updated_at'
          and one.after ? 'updated_at';
        if is_newer then
          was := was || jsonb_build_object('updated_at',
            greatest(clock_timestamp(), (current_row ->> 'updated_at')::timestamptz + interval '1 millisecond'));
        end if;
      end if;
      select string_agg(format('%I', key), ', ') into columns from jsonb_object_keys(was) key;
      begin
        if was is null then
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

-- Also deletes the recorded acts on the lead itself, such as an answer or a save. `item` is '1' in a recorded act.
create or replace function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'trip_parties' and key in (
      select jsonb_build_object('lead_kind', tg_argv[0], 'lead_id', old.id, 'direction', direction)
      from unnest(array['there', 'back']) direction)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id)
    union
    select act_id from bulk_act_rows where table_name = tg_table_name and key = jsonb_build_object('id', old.id) and item = '1');
  return null;
end $$;

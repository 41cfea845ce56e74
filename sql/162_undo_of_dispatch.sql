-- A recorded act is one command whose rows are recorded like those of a bulk act, and which is undone as a whole. The acts
-- of dispatchers are the first.
select record_acts_of('trips', 'id', '');
-- The worker asks for reviews, and clears `known_ride` when the customer knows the ride.
select record_acts_of('trip_parties', 'lead_kind,lead_id,direction', 'review_asked_at,known_ride');
select record_acts_of('trip_added_rides', 'id', '');
select record_acts_of('gap_notices', 'trip_id,day', '');
-- A calendar program must never see a lower number. So only the number of a deleted trip comes back, with the trip.
create trigger record_act after delete on ride_versions for each row
  when (current_setting('app.act', true) <> '') execute function record_act('kind,id', '');

-- The act whose rows are recorded while the entry is written. No foreign key: acts are deleted after 90 days.
alter table audit_log add column act_id bigint;
-- squawk-ignore require-concurrent-index-creation
create index audit_log_by_act on audit_log (act_id) where act_id is not null;

-- Restores the rows of an item. Returns `{"result": "undone"}`, or why all rows stay: `changed` since the act, `gone`, or
-- `taken` if a row that is not restored has the key of a row of the item, refers to one or excludes one. `table` and
-- `columns` then say which row and, for `changed`, which of its columns. A row that cannot be restored yet waits until
-- other rows of the item are restored.
create function undo_act(act bigint, which text) returns jsonb language plpgsql set timezone = 'UTC' as $$
declare
  one record;
  place text;
  columns text;
  current_row jsonb;
  changed jsonb;
  blocked text;
  reason text;
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
          raise exception using errcode = 'UA001', message = 'gone', detail = jsonb_build_object('table', one.table_name);
        end if;
        select jsonb_agg(key order by key) into changed from jsonb_each(one.after)
        where current_row -> key is distinct from value;
        if changed is not null then
          raise exception using errcode = 'UA001', message = 'changed',
            detail = jsonb_build_object('table', one.table_name, 'columns', changed);
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
        when unique_violation or foreign_key_violation or exclusion_violation then
          waiting := waiting || (one.table_name || one.key::text);
          blocked := one.table_name;
      end;
    end loop;
    exit when waiting = '{}';
    if not has_advanced then
      raise exception using errcode = 'UA001', message = 'taken', detail = jsonb_build_object('table', blocked);
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

-- The erasure of a customer, and the end of a lead's retention period, also delete the recorded acts on its trips, whose
-- rows contain places. A bulk act on leads stays: it contains state, owner and times only. The name makes the trigger run
-- before `forget_trips`.
-- squawk-ignore require-concurrent-index-creation
create index bulk_act_rows_by_row on bulk_act_rows (table_name, key);
create function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'trip_parties' and key in (
      select jsonb_build_object('lead_kind', tg_argv[0], 'lead_id', old.id, 'direction', direction)
      from unnest(array['there', 'back']) direction)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id)
    union
    select act_id from bulk_act_rows leads where table_name = tg_table_name and key = jsonb_build_object('id', old.id)
      and exists (select from bulk_act_rows trips where trips.act_id = leads.act_id and trips.table_name = 'trips'));
  return null;
end $$;
create trigger forget_acts after delete on availability_requests for each row execute function forget_acts('availability_request');
create trigger forget_acts after delete on bookings for each row execute function forget_acts('booking');
create trigger forget_acts after delete on contacts for each row execute function forget_acts('contact');

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
alter table price_changes add column act_id bigint;
alter table price_changes alter column act_id set default nullif(current_setting('app.act', true), '')::bigint;
-- squawk-ignore require-concurrent-index-creation
create index price_changes_by_act on price_changes (act_id) where act_id is not null;
drop trigger record_act on price_changes;
create trigger record_act after delete on price_changes for each row
  when (current_setting('app.act', true) <> '') execute function record_act('id', '');

-- Processes of the previous release read and write calendar_feeds, drivers.calendar_nonce, login_links and
-- push_subscriptions. These triggers copy what they write into `grants`, and what newer processes write into `grants` back
-- into the old tables. A later release drops the triggers together with the old tables.

create function grants_from_previous_release() returns trigger language plpgsql as $$
declare
  owner bigint;
begin
  -- At a greater depth, the trigger below has made the change.
  if pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  if tg_table_name = 'calendar_feeds' then
    update grants set ended_at = now()
    where kind = 'calendar' and admin_user_id = new.admin_user_id and ended_at is null;
    insert into grants (id, kind, admin_user_id) values (new.nonce, 'calendar', new.admin_user_id);
  elsif tg_table_name = 'drivers' then
    update grants set ended_at = now() where kind = 'calendar' and driver_id = new.id and ended_at is null;
    if new.calendar_nonce is not null then
      insert into grants (id, kind, driver_id) values (new.calendar_nonce, 'calendar', new.id);
    end if;
  elsif tg_table_name = 'login_links' then
    owner := coalesce(new.admin_user_id, old.admin_user_id);
    update grants set ended_at = now() where kind = 'loginLink' and admin_user_id = owner and ended_at is null;
    if tg_op <> 'DELETE' then
      insert into grants (kind, admin_user_id, token_hash, expires_at)
      values ('loginLink', new.admin_user_id, new.token_hash, new.expires_at);
    end if;
  elsif tg_op = 'DELETE' then
    update grants set ended_at = now() where id = old.grant_id and ended_at is null;
  elsif tg_op = 'INSERT' and new.grant_id is null or tg_op = 'UPDATE' and new.admin_user_id <> old.admin_user_id
    and new.grant_id = old.grant_id then
    if tg_op = 'UPDATE' then
      update grants set ended_at = now() where id = old.grant_id and ended_at is null;
    end if;
    insert into grants (kind, admin_user_id, user_agent, used_at)
    values ('push', new.admin_user_id, new.user_agent, now()) returning id into new.grant_id;
  end if;
  return coalesce(new, old);
end $$;

create trigger grants_from_previous_release after insert or update on calendar_feeds
  for each row execute function grants_from_previous_release();
create trigger grants_from_previous_release after update of calendar_nonce on drivers
  for each row when (new.calendar_nonce is distinct from old.calendar_nonce)
  execute function grants_from_previous_release();
create trigger grants_from_previous_release after insert or update or delete on login_links
  for each row execute function grants_from_previous_release();
create trigger grants_from_previous_release before insert or update or delete on push_subscriptions
  for each row execute function grants_from_previous_release();

create function grants_to_previous_release() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  if new.ended_at is not null then
    delete from calendar_feeds where nonce = new.id;
    update drivers set calendar_nonce = null where calendar_nonce = new.id;
    delete from login_links where token_hash = new.token_hash;
    -- A process of the previous release ends the session alone.
    update grants set ended_at = now() where session_id = new.id and ended_at is null;
    delete from push_subscriptions using grants
    where grant_id = grants.id and (grants.id = new.id or grants.session_id = new.id);
  elsif new.kind = 'calendar' and new.driver_id is not null then
    update drivers set calendar_nonce = new.id where id = new.driver_id;
  elsif new.kind = 'calendar' then
    insert into calendar_feeds (admin_user_id, nonce) values (new.admin_user_id, new.id)
    on conflict (admin_user_id) do update set nonce = excluded.nonce, created_at = now();
  elsif new.kind = 'loginLink' then
    insert into login_links (admin_user_id, token_hash, expires_at)
    values (new.admin_user_id, new.token_hash, new.expires_at)
    on conflict (admin_user_id) do update
    set token_hash = excluded.token_hash, expires_at = excluded.expires_at;
  end if;
  return null;
end $$;

create trigger grants_to_previous_release after insert on grants
  for each row execute function grants_to_previous_release();
create trigger grants_end_in_previous_release after update of ended_at on grants
  for each row when (new.ended_at is distinct from old.ended_at)
  execute function grants_to_previous_release();

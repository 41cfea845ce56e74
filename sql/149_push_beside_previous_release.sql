-- A process of the previous release saves the notifications of a browser with `insert … on conflict`. The trigger of
-- sql/145 also fired for the insert that becomes an update, and opened a grant without notifications each time. This
-- function opens one for a new browser only, and joins it to the browser's session, with which it ends. A later release
-- drops it together with those of sql/145.

create function push_grants_from_previous_release() returns trigger language plpgsql as $$
begin
  -- At a greater depth, `grants_to_previous_release` has made the change.
  if pg_trigger_depth() > 1 then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    update grants set ended_at = now() where id = old.grant_id and ended_at is null;
    return old;
  end if;
  if tg_op = 'INSERT' then
    -- A newer process has opened the grant itself. A known browser is updated, and this function runs again.
    if new.grant_id is not null or exists (select from push_subscriptions where endpoint = new.endpoint) then
      return new;
    end if;
  elsif new.admin_user_id = old.admin_user_id or new.grant_id <> old.grant_id then
    return new;
  else
    update grants set ended_at = now() where id = old.grant_id and ended_at is null;
  end if;
  insert into grants (kind, admin_user_id, session_id, user_agent, used_at)
  values ('push', new.admin_user_id,
    (select id from grants s
     where s.kind = 'session' and s.admin_user_id = new.admin_user_id and s.user_agent = new.user_agent
       and s.ended_at is null
     order by s.used_at desc limit 1),
    new.user_agent, now())
  returning id into new.grant_id;
  return new;
end $$;

drop trigger grants_from_previous_release on push_subscriptions;
create trigger push_grants_from_previous_release before insert or update or delete on push_subscriptions
  for each row execute function push_grants_from_previous_release();

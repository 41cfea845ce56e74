-- A trigger keeps `is_super_admin` consistent with `role`, because the previous release knows only `is_super_admin`.
alter table admin_users
  add column role text not null default 'admin'
    check (role in ('autista', 'operatore', 'admin', 'superAdmin'));
update admin_users set role = 'superAdmin' where is_super_admin;

create function keep_role_in_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.is_super_admin then
      new.role := 'superAdmin';
    end if;
  elsif new.role = old.role and new.is_super_admin <> old.is_super_admin then
    new.role := case when new.is_super_admin then 'superAdmin' else 'admin' end;
  end if;
  new.is_super_admin := new.role = 'superAdmin';
  return new;
end $$;
create trigger keep_role_in_step before insert or update on admin_users
  for each row execute function keep_role_in_step();

-- Makes open panels reload the role of their account.
select announce_changes_of('admin_users');

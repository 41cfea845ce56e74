-- A grant lets a person or a program in without a password: a session, the notifications of a browser, a calendar, or a
-- link that logs in a driver. Only src/kernel/grants.ts writes these rows.
create table grants (
  -- The cookie of a session contains it, and the URL of a calendar signs it.
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('session', 'push', 'calendar', 'loginLink')),
  -- The owner is an account or, for the calendar with the trips of one driver, that driver.
  admin_user_id bigint references admin_users (id) on delete cascade,
  driver_id bigint references drivers (id) on delete cascade,
  -- Session of the browser that gets notifications, which end with it. Not a foreign key, because the session is deleted
  -- after a week.
  session_id uuid,
  -- Hash of the secret in a link.
  token_hash text unique,
  user_agent text,
  -- Network of the last use, such as `198.51.100` or `2001:db8:7`, never a full IP address.
  network text,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  -- Null if a process of the previous release ended the grant.
  ended_why text,
  check (num_nonnulls(admin_user_id, driver_id) = 1)
);
create index grants_by_account on grants (admin_user_id);
create index grants_by_driver on grants (driver_id);
create index grants_by_session on grants (session_id);
select announce_changes_of('grants');

-- Nobody is logged out: each session keeps its id. The tables are small, because sessions are deleted after a week.
lock table admin_sessions in access exclusive mode;
insert into grants (id, kind, admin_user_id, user_agent, created_at, used_at, ended_at)
select id, 'session', admin_user_id, user_agent, created_at, used_at, ended_at from admin_sessions;
-- The view below takes the name.
-- squawk-ignore ban-drop-table
drop table admin_sessions;
-- Processes of the previous release start, read and end sessions through this view. A later release drops it.
create view admin_sessions as
select id, admin_user_id, created_at, used_at, ended_at, user_agent, kind from grants where kind = 'session';
alter view admin_sessions alter column kind set default 'session';
alter view admin_sessions alter column used_at set default now();

-- Calendars keep their URLs. That of a driver whose account is closed ends here.
insert into grants (id, kind, admin_user_id, created_at)
select nonce, 'calendar', admin_user_id, calendar_feeds.created_at
from calendar_feeds join admin_users on admin_users.id = admin_user_id where is_active;
insert into grants (id, kind, driver_id)
select calendar_nonce, 'calendar', drivers.id
from drivers left join admin_users on admin_users.id = admin_user_id
where calendar_nonce is not null and drivers.is_active and coalesce(admin_users.is_active, true);

insert into grants (kind, admin_user_id, token_hash, expires_at)
select 'loginLink', admin_user_id, token_hash, expires_at from login_links;

alter table push_subscriptions add column grant_id uuid;
update push_subscriptions set grant_id = gen_random_uuid();
-- The browser's session is the newest one with the same user agent.
insert into grants (id, kind, admin_user_id, session_id, user_agent, created_at, used_at)
select grant_id, 'push', admin_user_id,
  (select id from grants s
   where s.kind = 'session' and s.admin_user_id = p.admin_user_id and s.user_agent = p.user_agent
     and s.ended_at is null
   order by s.used_at desc limit 1),
  user_agent, created_at, now()
from push_subscriptions p;
-- The table has one row for each browser of staff, so its validation takes milliseconds.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table push_subscriptions add constraint push_subscriptions_grant foreign key (grant_id) references grants on delete cascade;
-- squawk-ignore require-concurrent-index-creation
create index push_subscriptions_by_grant on push_subscriptions (grant_id);

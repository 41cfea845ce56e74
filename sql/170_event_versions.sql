-- Jobs and events carry a version, so that processes of two releases can work side by side (docs/adr/0027). The task of a
-- job that release 1.0.0 does not know has a name of its own, and a worker takes only jobs whose task it knows.

alter table outbox add column version integer not null default 1;
-- Task that dispatches the event; null for `dispatch`, which every worker knows.
alter table outbox add column task text;

-- Task that runs the effect; null for `react`, which every worker knows.
alter table effects add column task text;
-- Time of the last try; a worker of 1.0.0 does not write it.
alter table effects add column began_at timestamptz;

-- Tasks that the worker knows; null for a worker of 1.0.0 (`firstTasks` in src/kernel/jobTask.ts).
alter table workers add column tasks text[];

-- A worker of 1.0.0 would take an event or effect under the old task if staff repeat it in the panel of 1.0.0, or if its
-- sweep misses the job. The row then stays as it is for a worker that knows it. A later release drops both triggers.
create function leave_to_newer_worker() returns trigger language plpgsql as $$
begin
  return null;
end $$;

create trigger leave_to_newer_worker before update on outbox
  for each row when (old.task is not null and new.task is not null and old.dispatched_at is null
    and new.dispatched_at is not null)
  execute function leave_to_newer_worker();
create trigger leave_to_newer_worker before update on effects
  for each row when (new.task is not null and new.attempts > old.attempts and new.began_at is not distinct from old.began_at)
  execute function leave_to_newer_worker();

-- sql/159 renamed events with effects while they were stored, so a worker of 1.0.0 no longer knew the events of its own
-- release. They now keep the names under which they were written, which newer workers read, too.
drop trigger use_current_name on outbox;
create trigger use_current_name before insert on outbox
  for each row when (new.type in ('cli:keysRotated', 'cli:retentionRun'))
  execute function use_current_name();
-- A worker of 1.0.0 may have dispatched those that were stored since sql/159, without an effect. A newer one dispatches them
-- again.
update outbox set task = 'dispatch:' || type || '@1', dispatched_at = null
where type in ('settings:personErased', 'integrations:textRequested')
  and (dispatched_at is null or occurred_at > now() - interval '1 day')
  and not exists (select from effects where outbox_id = outbox.id);

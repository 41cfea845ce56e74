-- Task that sends a mail of a purpose that release 1.0.0 does not know; null for `sendMail`, which every worker knows. A
-- worker of 1.0.0 would send the mail to the office instead, with the links of the office, also to a customer.
alter table email_messages add column task text;

update email_messages set task = 'sendMail:cancelled@1'
where purpose = 'cancelled' and state in ('planned', 'sending', 'notConfigured', 'failed');

-- A worker of 1.0.0, which registers no tasks, gets such a mail if its staff send waiting mails or its sweep misses the job.
-- It cannot claim it, so the mail waits for a newer worker. A later release drops the trigger.
create function keep_from_older_worker() returns trigger language plpgsql as $$
begin
  if exists (select from workers where pool_id = new.claimed_by and tasks is null) then
    return null;
  end if;
  return new;
end $$;

create trigger keep_from_older_worker before update on email_messages
  for each row when (new.task is not null and new.state = 'sending' and old.state <> 'sending')
  execute function keep_from_older_worker();

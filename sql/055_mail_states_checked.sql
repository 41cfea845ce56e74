-- A file of its own, because the check of all mails must not wait for the lock that adding a constraint takes.
alter table email_messages drop constraint if exists email_messages_state_check;
alter table email_messages add constraint email_messages_state_check
  check (state in ('planned', 'sending', 'sent', 'delivered', 'failed', 'notConfigured', 'skipped', 'held')) not valid;

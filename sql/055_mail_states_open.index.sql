drop index concurrently if exists email_messages_open;
create index concurrently if not exists email_messages_open on email_messages (state, id)
  where state in ('planned', 'sending', 'notConfigured', 'failed');

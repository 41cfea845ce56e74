-- Indexes for lists and conditions that read whole tables of ten years.
drop index concurrently if exists email_messages_by_time;
create index concurrently if not exists email_messages_by_time on email_messages (created_at desc, id desc);
drop index concurrently if exists email_messages_by_recipient;
create index concurrently if not exists email_messages_by_recipient on email_messages (lower(recipient));
drop index concurrently if exists email_messages_by_sent;
create index concurrently if not exists email_messages_by_sent on email_messages (sent_at) where sent_at is not null;
drop index concurrently if exists email_messages_unsettled;
create index concurrently if not exists email_messages_unsettled on email_messages (state, id)
  where state in ('planned', 'sending', 'notConfigured', 'failed', 'held');
drop index concurrently if exists email_messages_open;
drop index concurrently if exists email_messages_of_wish;
create index concurrently if not exists email_messages_of_wish on email_messages (lead_id) where purpose = 'wish';
drop index concurrently if exists email_messages_of_event;
create index concurrently if not exists email_messages_of_event on email_messages (message_key text_pattern_ops);
drop index concurrently if exists audit_log_by_actor;
create index concurrently if not exists audit_log_by_actor on audit_log (actor);

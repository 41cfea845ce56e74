-- Indexes for lists and conditions that read whole tables of ten years.
create index concurrently if not exists email_messages_by_recipient on email_messages (lower(recipient));
create index concurrently if not exists email_messages_by_sent on email_messages (sent_at) where sent_at is not null;
create index concurrently if not exists email_messages_unsettled on email_messages (state, id)
  where state in ('planned', 'sending', 'notConfigured', 'failed', 'held');
drop index concurrently if exists email_messages_open;
create index concurrently if not exists email_messages_of_wish on email_messages (lead_id) where purpose = 'wish';
create index concurrently if not exists email_messages_of_event on email_messages (message_key text_pattern_ops);
create index concurrently if not exists audit_log_by_actor on audit_log (actor);
create index concurrently if not exists offers_by_time on offers (created_at, id);

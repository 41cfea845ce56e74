-- The order in which rows expire.
create index concurrently if not exists email_messages_by_time on email_messages (created_at, id);
create index concurrently if not exists email_messages_loose on email_messages (created_at) where lead_kind is null and purpose <> 'wish';
create index concurrently if not exists inbound_mails_by_time on inbound_mails (created_at);
create index concurrently if not exists inbound_mails_loose on inbound_mails (created_at) where lead_id is null;
create index concurrently if not exists unreadable_mails_by_time on unreadable_mails (given_up_at);
create index concurrently if not exists newsletter_subscriptions_unconfirmed on newsletter_subscriptions (requested_at) where confirmed_at is null;
create index concurrently if not exists newsletter_subscriptions_ended on newsletter_subscriptions (ended_at) where ended_at is not null;
create index concurrently if not exists unmet_searches_by_time on unmet_searches (last_searched_at);
create index concurrently if not exists uploads_by_time on uploads (kept_until);
create index concurrently if not exists locations_of_google on locations (google_position_at) where google_position_at is not null;
create index concurrently if not exists grants_ended on grants (ended_at) where ended_at is not null;
create index concurrently if not exists grants_expiring on grants (expires_at) where expires_at is not null;
create index concurrently if not exists grants_of_sessions on grants (created_at) where kind = 'session';
create index concurrently if not exists grants_of_push on grants (used_at) where kind = 'push';
create index concurrently if not exists login_failures_by_time on login_failures (failed_at);
create index concurrently if not exists login_waits_by_time on login_waits (ready_at);
create index concurrently if not exists jobs_by_end on jobs (updated_at);
create index concurrently if not exists jobs_with_result on jobs (updated_at) where result is not null;
create index concurrently if not exists price_changes_by_time on price_changes (changed_at);
create index concurrently if not exists lead_codes_by_time on lead_codes (made_at);
-- Deletions look for these.
create index concurrently if not exists ai_uses_by_job on ai_uses (job_id) where job_id is not null;
create index concurrently if not exists customer_joins_by_joined on customer_joins (joined_id);
create index concurrently if not exists bulk_act_rows_with_pictures on bulk_act_rows (id) where before::text like '%/media/%';
-- Scheduled tasks look for these every minute.
create index concurrently if not exists effects_planned on effects (outbox_id, reaction) where state = 'planned';
create index concurrently if not exists trip_parties_with_known_ride on trip_parties (trip_id) where known_ride is not null;
create index concurrently if not exists trips_finished on trips (ends_at) where state = 'finished';
create index concurrently if not exists blog_posts_planned on blog_posts (publish_at) where not is_published;
create index concurrently if not exists route_prices_at_gate on route_prices (id) where indexing = 'gate';

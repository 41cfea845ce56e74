-- JSON represents `updated_at`, the version of a row, in milliseconds. A second save within a millisecond gets a time
-- that is a millisecond later.
create function keep_versions_apart() returns trigger language plpgsql as $$
begin
  new.updated_at := date_trunc('milliseconds', old.updated_at) + interval '1 millisecond';
  return new;
end $$;

-- Call this function for every table that `edit` (src/kernel/edit.ts) locks.
create function keep_versions_apart_of(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger keep_versions_apart before update on %s for each row
    when (new.updated_at is distinct from old.updated_at
      and date_trunc(''milliseconds'', new.updated_at) <= date_trunc(''milliseconds'', old.updated_at))
    execute function keep_versions_apart()', name);
end $$;

select keep_versions_apart_of('admin_users');
select keep_versions_apart_of('ai_prompts');
select keep_versions_apart_of('ai_settings');
select keep_versions_apart_of('api_configurations');
select keep_versions_apart_of('availability_requests');
select keep_versions_apart_of('blog_categories');
select keep_versions_apart_of('blog_drafts');
select keep_versions_apart_of('blog_posts');
select keep_versions_apart_of('bookings');
select keep_versions_apart_of('company_settings');
select keep_versions_apart_of('contacts');
select keep_versions_apart_of('email_configurations');
select keep_versions_apart_of('google_analytics_configurations');
select keep_versions_apart_of('locations');
select keep_versions_apart_of('price_lists');
select keep_versions_apart_of('redirects');
select keep_versions_apart_of('route_prices');
select keep_versions_apart_of('sign_in_rules');
select keep_versions_apart_of('site_settings');
select keep_versions_apart_of('transfer_types');

-- Key pair with which push services recognize this product (VAPID, RFC 8292).
create table push_keys (
  id bigint primary key default 1 check (id = 1),
  public_key text not null,
  -- Encrypted.
  private_key text not null,
  created_at timestamptz not null default now()
);

-- Browsers that receive notifications about leads.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  admin_user_id bigint not null references admin_users (id) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  user_agent text check (length(user_agent) <= 400),
  is_for_new boolean not null default true,
  is_for_overdue boolean not null default true,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Null after a success.
  failure text check (length(failure) <= 500)
);
create index push_subscriptions_by_user on push_subscriptions (admin_user_id);
select announce_changes_of('push_subscriptions');

-- Notifications that a push service has accepted. A repeated reaction to the event does not send them again.
create table push_deliveries (
  outbox_id bigint not null,
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  sent_at timestamptz not null default now(),
  primary key (outbox_id, subscription_id)
);
create index push_deliveries_by_subscription on push_deliveries (subscription_id);
create index push_deliveries_by_time on push_deliveries (sent_at);

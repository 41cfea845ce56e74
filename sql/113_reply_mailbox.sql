-- Mailbox with the customers' replies, which the worker reads by IMAP.
create table reply_mailbox (
  id integer primary key default 1 check (id = 1),
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text not null,
  -- Encrypted.
  password text not null,
  is_active boolean not null,
  -- When staff entered this mailbox. The worker ignores earlier mails.
  entered_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select announce_changes_of('reply_mailbox');
select keep_versions_apart_of('reply_mailbox');

-- A separate table, because reading mails must not change the version of the row of reply_mailbox that staff
-- edit.
create table reply_mailbox_position (
  id integer primary key default 1 check (id = 1) references reply_mailbox (id) on delete cascade,
  -- The newest mail that the worker has read (RFC 3501, 2.3.1.1); null before the first connection.
  uid_validity bigint,
  last_uid bigint,
  read_at timestamptz,
  problem text
);

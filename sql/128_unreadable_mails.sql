-- Mails of the mailbox that the worker has begun to read. The number of tries is stored before each try, so that a mail
-- that ends the worker is not read again and again. The row is deleted when the mail is read or given up.
create table mailbox_tries (
  uid_validity bigint not null,
  uid bigint not null,
  tries integer not null,
  primary key (uid_validity, uid)
);

-- Mails that could not be read. Staff read them in the mailbox.
create table unreadable_mails (
  id bigint generated always as identity primary key,
  uid_validity bigint not null,
  uid bigint not null,
  reason text not null,
  -- Empty if the server or the parser does not tell the headers either.
  from_name text not null default '',
  from_address text not null default '',
  subject text not null default '',
  -- When the mail arrived in the mailbox.
  arrived_at timestamptz,
  given_up_at timestamptz not null default now(),
  unique (uid_validity, uid)
);
select announce_changes_of('unreadable_mails');

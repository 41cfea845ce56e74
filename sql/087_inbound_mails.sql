-- Mails from customers. If a mail matches no lead, staff assign it to a lead.
create table inbound_mails (
  id bigint generated always as identity primary key,
  -- Message-ID set by the sender's mail program. The provider may deliver a mail several times.
  message_id text not null unique check (length(message_id) between 1 and 300),
  lead_kind text check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint,
  matched_by text check (matched_by in ('message', 'code', 'staff')),
  from_name text not null,
  from_address text not null,
  subject text not null,
  text text not null,
  created_at timestamptz not null default now(),
  check ((lead_kind is null) = (lead_id is null) and (lead_id is null) = (matched_by is null))
);
create index inbound_mails_by_lead on inbound_mails (lead_kind, lead_id, id);
select announce_changes_of('inbound_mails');

create table inbound_attachments (
  id bigint generated always as identity primary key,
  inbound_mail_id bigint not null references inbound_mails (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  size integer not null,
  -- Token for downloading the file; null after the worker has stored or refused the file, or given up.
  download_token text,
  bytes bytea,
  problem text
);
create index inbound_attachments_by_mail on inbound_attachments (inbound_mail_id);
select announce_changes_of('inbound_attachments');

-- Leads whose customer wrote again and waits.
create table lead_waits (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  since timestamptz not null,
  unique (lead_kind, lead_id)
);

select announce_changes_of('lead_waits');

create function forget_lead_replies() returns trigger language plpgsql as $$
begin
  delete from lead_waits where lead_kind = tg_argv[0] and lead_id = old.id;
  delete from inbound_mails where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_replies after delete on availability_requests
  for each row execute function forget_lead_replies('availability_request');
create trigger forget_replies after delete on contacts
  for each row execute function forget_lead_replies('contact');
create trigger forget_replies after delete on bookings
  for each row execute function forget_lead_replies('booking');

-- Kind, sender and unshown content of a mail, as src/modules/integrations/mailReader reads them. The rows stored before
-- stay as they are: mails of persons without results about their senders.
alter table inbound_mails
  add column kind text not null default 'person',
  -- Address for replies; empty if it is the sender's.
  add column reply_to text not null default '',
  -- Results that the operator's own mail server states (RFC 8601); null if it states none.
  add column spf text,
  add column dkim text,
  add column dmarc text,
  -- Sentences for staff about content that is not shown.
  add column notes text[] not null default '{}';
alter table inbound_mails
  add constraint inbound_mails_kind_check
    check (kind in ('person', 'autoReply', 'automatic', 'receipt', 'calendar', 'bounce', 'delay', 'list')) not valid;

-- Mails of strangers whose subject names the code of a lead. Staff decide whether they belong to it.
create table inbound_mail_questions (
  id bigint generated always as identity primary key,
  inbound_mail_id bigint not null unique references inbound_mails (id) on delete cascade,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  -- Null until staff decide.
  decision text check (decision in ('join', 'leave'))
);
create index inbound_mail_questions_by_lead on inbound_mail_questions (lead_kind, lead_id);
create index inbound_mail_questions_open on inbound_mail_questions (inbound_mail_id) where decision is null;
select announce_changes_of('inbound_mail_questions');

create or replace function forget_lead_replies() returns trigger language plpgsql as $$
begin
  delete from lead_waits where lead_kind = tg_argv[0] and lead_id = old.id;
  delete from inbound_mail_questions where lead_kind = tg_argv[0] and lead_id = old.id;
  delete from inbound_mails where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;

alter table reply_mailbox
  -- Name by which the operator's mail server signs its results about senders; empty if they are not read.
  add column own_server text not null default '';

-- Answers of staff to a lead.
create table lead_messages (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  via text not null check (via in ('call', 'whatsapp', 'email')),
  subject text not null default '' check (length(subject) <= 150),
  -- Empty if staff recorded an answer without its text.
  text text not null default '' check (length(text) <= 4000),
  outcome text check (outcome in ('answered', 'noAnswer', 'callBack')),
  call_back_at timestamptz,
  written_by bigint references admin_users (id) on delete set null,
  -- When the product sends the mail, which staff can stop until then. Null if the product sends nothing.
  send_at timestamptz,
  -- Changed columns of the lead, with the values before and after the answer, so that staff can undo the
  -- change.
  changed jsonb not null default '{}' check (jsonb_typeof(changed) = 'object'),
  created_at timestamptz not null default now()
);
create index lead_messages_by_lead on lead_messages (lead_kind, lead_id, id);
select announce_changes_of('lead_messages');

create function forget_lead_messages() returns trigger language plpgsql as $$
begin
  delete from lead_messages where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_messages after delete on availability_requests
  for each row execute function forget_lead_messages('availability_request');
create trigger forget_messages after delete on contacts
  for each row execute function forget_lead_messages('contact');
create trigger forget_messages after delete on bookings
  for each row execute function forget_lead_messages('booking');

-- Id of the answer that the mail contains.
alter table email_messages add column lead_message_id bigint;

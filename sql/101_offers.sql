-- Offers that staff send to customers.
create table offers (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  -- One `{direction, vehicle, day, time, total}` for each direction.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  total numeric(8, 2) not null check (total > 0),
  valid_until timestamptz not null,
  message text,
  -- Language of the customer when the offer was sent, as its ISO 639-1 code.
  language text not null,
  -- A `sent` offer counts as expired after `valid_until`. A newer offer makes the earlier one `expired` or `withdrawn`.
  state text not null default 'sent' check (state in ('sent', 'accepted', 'declined', 'withdrawn', 'expired')),
  sent_by text not null,
  accepted_at timestamptz,
  -- The offer as the customer accepted it: `[{label, value}]`.
  accepted_words jsonb check ((state = 'accepted') = (accepted_words is not null)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index offers_one_waiting on offers (lead_kind, lead_id) where state = 'sent';
create index offers_by_lead on offers (lead_kind, lead_id, id);

create function forget_offers() returns trigger language plpgsql as $$
begin
  delete from offers where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_offers after delete on availability_requests
  for each row execute function forget_offers('availability_request');
create trigger forget_offers after delete on contacts
  for each row execute function forget_offers('contact');
create trigger forget_offers after delete on bookings
  for each row execute function forget_offers('booking');

-- Offer that the mail is about, because a lead may have several.
alter table email_messages add column offer_id bigint;

select announce_changes_of('offers');

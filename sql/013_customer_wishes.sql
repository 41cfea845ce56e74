-- Changes and cancellations that customers requested on the status page. The rows are deleted with the lead.
create table customer_wishes (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  kind text not null check (kind in ('cancel', 'change')),
  text text not null default '' check (length(text) <= 1000),
  created_at timestamptz not null default now()
);
create index customer_wishes_by_lead on customer_wishes (lead_kind, lead_id, id);

create function forget_customer_wishes() returns trigger language plpgsql as $$
begin
  delete from customer_wishes where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_wishes after delete on availability_requests
  for each row execute function forget_customer_wishes('availability_request');
create trigger forget_wishes after delete on contacts
  for each row execute function forget_customer_wishes('contact');
create trigger forget_wishes after delete on bookings
  for each row execute function forget_customer_wishes('booking');

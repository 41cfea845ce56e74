-- Provenance of each lead as far as the visitor consented, and the price of the ride. Contains no personal data.
create table lead_provenance (
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  -- First page of the visit; null if unknown, as for phone calls.
  landing_path text check (length(landing_path) <= 200),
  referrer_host text check (length(referrer_host) <= 120),
  utm_source text check (length(utm_source) <= 80),
  utm_medium text check (length(utm_medium) <= 80),
  utm_campaign text check (length(utm_campaign) <= 80),
  -- Kind of the clicked advertisement. The id of the click would be personal data and is not stored.
  click_kind text check (click_kind in ('gclid', 'gbraid', 'wbraid')),
  -- True if the visitor consented to linking visits.
  is_across_visits boolean not null default false,
  -- Euro. The quoted price, until staff enter the agreed one.
  price numeric(8, 2) check (price >= 0),
  primary key (lead_kind, lead_id)
);

create function forget_lead_provenance() returns trigger language plpgsql as $$
begin
  delete from lead_provenance where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_provenance after delete on availability_requests
  for each row execute function forget_lead_provenance('availability_request');
create trigger forget_provenance after delete on contacts
  for each row execute function forget_lead_provenance('contact');
create trigger forget_provenance after delete on bookings
  for each row execute function forget_lead_provenance('booking');

-- Null for positions from open data or staff. Google allows storing a position for thirty days.
alter table locations add column google_position_at timestamptz;

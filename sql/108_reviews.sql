-- Reviews that customers write after a ride. Staff may answer or hide a review, but not change it.
create table reviews (
  id bigint generated always as identity primary key,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  -- Places of the ride; null if the customer's text names no known place.
  departure_id bigint references locations (id) on delete set null,
  destination_id bigint references locations (id) on delete set null,
  -- Month of the ride, such as `2026-08`.
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  rating integer not null check (rating between 1 and 5),
  text text not null,
  -- Name that the customer chose to show; empty after the lead was deleted.
  name text not null,
  -- ISO 639-1 code.
  language text not null,
  reply text,
  hidden_at timestamptz,
  hidden_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (lead_kind, lead_id),
  check ((hidden_at is null) = (hidden_reason is null))
);
create index reviews_by_time on reviews (created_at);
create index reviews_by_departure on reviews (departure_id);
create index reviews_by_destination on reviews (destination_id);

create function refuse_review_change() returns trigger language plpgsql as $$
begin
  raise exception 'a review is not edited' using errcode = 'restrict_violation';
end $$;
create trigger refuse_review_change before update on reviews for each row
  when ((new.rating, new.text, new.month, new.language, new.lead_kind, new.lead_id, new.created_at)
      is distinct from (old.rating, old.text, old.month, old.language, old.lead_kind, old.lead_id, old.created_at)
    or new.name not in (old.name, ''))
  execute function refuse_review_change();

-- Keeps a review of a deleted lead without the customer's name.
create function forget_reviewer() returns trigger language plpgsql as $$
begin
  update reviews set name = '' where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end
$$;
create trigger forget_reviewer after delete on availability_requests
  for each row execute function forget_reviewer('availability_request');
create trigger forget_reviewer after delete on contacts
  for each row execute function forget_reviewer('contact');
create trigger forget_reviewer after delete on bookings
  for each row execute function forget_reviewer('booking');

select announce_changes_of('reviews');
select keep_versions_apart_of('reviews');

-- Message that the operator may switch off.
alter table company_settings add column sends_review_request boolean not null default true;

-- The worker asks for a review only once for each lead.
alter table trip_parties add column review_asked_at timestamptz;

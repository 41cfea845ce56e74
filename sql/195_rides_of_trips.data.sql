-- Old processes may run: 194_rides.sql refuses their writes of trips, and they read the tables of before.

select count(*) as trips from trips;

with next as materialized (
  -- A backup that was made meanwhile holds the rides of some trips.
  select * from trips t
  where ($1::text is null or id > $1::bigint) and not exists (select from rides r where r.trip_id = t.id)
  order by id limit $2
), of_leads as (
  insert into rides (lead_kind, lead_id, direction, trip_id, from_place, to_place, address, pickup_at, ends_at, passengers,
    bags, flight_or_train, total, review_asked_at, known_ride)
  select p.lead_kind, p.lead_id, p.direction, t.id, coalesce(p.from_place, t.from_place), coalesce(p.to_place, t.to_place),
    case when p.from_place is null then t.address else p.address end, coalesce(p.pickup_at, t.pickup_at),
    coalesce(p.ends_at, t.ends_at), p.passengers, p.bags,
    case when p.from_place is null then t.flight_or_train else p.flight_or_train end,
    case when p.from_place is null then t.total else p.total end, p.review_asked_at, p.known_ride
  from next t join trip_parties p on p.trip_id = t.id
), of_staff as (
  insert into rides (direction, trip_id, from_place, to_place, address, pickup_at, ends_at, passengers, bags,
    flight_or_train, total)
  select a.direction, t.id, a.from_place, a.to_place, a.address, a.pickup_at, a.ends_at, a.passengers, a.bags,
    a.flight_or_train, a.total
  from next t join trip_added_rides a on a.trip_id = t.id
), of_trips as (
  insert into rides (direction, trip_id, from_place, to_place, address, pickup_at, ends_at, passengers, bags,
    flight_or_train, total)
  select direction, id, from_place, to_place, address, pickup_at, ends_at, passengers, bags, flight_or_train, total
  from next t where not exists (select from trip_rides r where r.trip_id = t.id)
)
select count(*) as done, max(id)::text as position from next;

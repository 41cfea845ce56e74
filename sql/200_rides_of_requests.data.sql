-- Old processes may run: 199_rides_of_requests.sql refuses their writes of requests, and they read the columns of `leads`.

select count(*) as requests from leads;

with next as materialized (
  select leads.*, return_trip or return_date is not null or return_time is not null
    or exists (select from rides r where r.lead_kind = leads.kind and r.lead_id = leads.id and r.direction = 'back')
    or exists (
      select from offers where offers.lead_kind = leads.kind and offers.lead_id = leads.id and offers.state = 'accepted'
        and offers.lines @> '[{"direction": "back"}]') as is_return
  from leads
  where $1::text is null or (kind, id) > (split_part($1, '-', 1), split_part($1, '-', 2)::bigint)
  order by kind, id limit $2
), asked as (
  select kind, id, 'there' as direction, departure as "from", destination as "to", date, time, flight_or_train, passengers,
    luggage, address, position, updated_at
  from next
  where is_return or num_nonnulls(departure, destination, date, time, passengers, flight_or_train, luggage, address, position) > 0
    or exists (select from rides r where r.lead_kind = kind and r.lead_id = next.id)
  union all
  select kind, id, 'back', destination, departure, return_date, return_time, null, passengers, luggage, address, position, updated_at
  from next where is_return
), moved as (
  insert into rides (lead_kind, lead_id, direction, asked_from, asked_to, asked_day, asked_time, asked_flight,
    asked_passengers, asked_luggage, asked_address, asked_position, updated_at)
  select * from asked
  on conflict (lead_kind, lead_id, direction) do update set state = ride_state(rides), asked_from = excluded.asked_from, asked_to = excluded.asked_to,
    asked_day = excluded.asked_day, asked_time = excluded.asked_time, asked_flight = excluded.asked_flight,
    asked_passengers = excluded.asked_passengers, asked_luggage = excluded.asked_luggage,
    asked_address = excluded.asked_address, asked_position = excluded.asked_position, updated_at = excluded.updated_at
)
select count(*) as done, (array_agg(kind || '-' || id order by kind desc, id desc))[1] as position from next;

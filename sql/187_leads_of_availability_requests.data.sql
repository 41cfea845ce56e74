-- Old processes may run: 186_leads.sql refuses their writes of requests, and they read the view `leads` as before.

select count(*) as requests from availability_requests;

with next as materialized (
  select * from availability_requests where $1::text is null or id > $1::bigint order by id limit $2
), moved as (
  insert into lead_rows (
    kind, id, code, name, phone, phone_key, email, language, departure, destination, date, time, passengers,
    flight_or_train, luggage, address, position, return_trip, return_date, return_time, quote, return_quote,
    total_quote, quote_source, fare, message, form_source, is_suspected, privacy_version, privacy_accepted_at, status,
    assigned_to, notes, due_at, read_at, answered_at, answered_via, overdue_at, call_instead, call_instead_event_id,
    created_at, updated_at)
  select
    'availability_request', id, code, name, phone, phone_key, email, language, departure, destination, date, time,
    passengers, flight_or_train, luggage, address, position, return_trip, return_date, return_time, quote,
    return_quote, total_quote, quote_source, fare, message, form_source, is_suspected, privacy_version,
    privacy_accepted_at, status, assigned_to, notes, due_at, read_at, answered_at, answered_via, overdue_at,
    call_instead, call_instead_event_id, created_at, updated_at
  from next
  -- A backup that was made during the move has some of the rows, and not how far the move came.
  on conflict (kind, id) do nothing
)
select count(*) as done, max(id)::text as position from next;

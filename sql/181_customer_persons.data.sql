-- Gives older customers their person and the time of its latest request.
-- Old processes may run: the triggers of 180_customer_persons.sql keep what these store. A trigger that was running while
-- these were made gives a new customer a person, but no time.

select count(*) as customers from customers where person_id is null or last_at is null;

with next as materialized (
  select id from customers
  where (person_id is null or last_at is null) and ($1::text is null or id > $1::bigint) order by id limit $2
), moved as materialized (
  select id, renew_customer(id) from next
)
select count(*) as done, max(id)::text as position from moved;

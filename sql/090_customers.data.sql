-- Assigns the leads that are older than the triggers of 090_customers.sql, in the order of their arrival.
-- Old processes may run: the triggers assign the leads that they store.

select count(*) as requests from leads
where not exists (select from customer_leads c where c.lead_kind = leads.kind and c.lead_id = leads.id);

with next as materialized (
  select kind, id, name, phone, email, created_at from leads
  where ($1::text is null
      or (created_at, kind, id) > (split_part($1, ' ', 1)::timestamptz, split_part($1, ' ', 2), split_part($1, ' ', 3)::bigint))
    and not exists (select from customer_leads c where c.lead_kind = leads.kind and c.lead_id = leads.id)
  order by created_at, kind, id limit $2
), assigned as materialized (
  select created_at, kind, id, add_customer_lead(kind, id, name, phone, email) from next
)
select count(*) as done,
  (select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || kind || ' ' || id
    from assigned order by created_at desc, kind desc, id desc limit 1) as position
from assigned;

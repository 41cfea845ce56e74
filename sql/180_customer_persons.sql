-- A customer knows its person and, if it is the person itself, the time of the person's latest request. Triggers keep both,
-- because the previous release goes on storing requests. The view computed all persons for each question about one.
alter table customers add column person_id bigint;
alter table customers add column last_at timestamptz;

-- Returns the customer that stands for all customers joined with this one.
create function person_of(customer bigint) returns bigint language sql stable as $$
  with recursive up as (
    select customer as id
    union all
    select j.customer_id from up join customer_joins j on j.joined_id = up.id and j.undone_at is null
  )
  select id from up where not exists (select from customer_joins j where j.joined_id = up.id and j.undone_at is null)
$$;

-- Returns the customer and those that are joined to it.
create function joined_customers(customer bigint) returns setof bigint language sql stable as $$
  with recursive down as (
    select customer as id
    union all
    select j.joined_id from down join customer_joins j on j.customer_id = down.id and j.undone_at is null
  )
  select id from down
$$;

create function last_request_of(person bigint) returns timestamptz language sql stable as $$
  select max(l.created_at) from joined_customers(person) as joined (id)
    join customer_leads c on c.customer_id = joined.id join leads l on l.kind = c.lead_kind and l.id = c.lead_id
$$;

-- Gives a customer its person and, if it is the person itself, the time of the latest request.
create function renew_customer(customer bigint) returns void language plpgsql as $$
begin
  -- The next statement sees the requests and joins of a transaction for which this one waits.
  perform from customers where id = customer for no key update;
  update customers
  set person_id = person_of(id), last_at = case when person_of(id) = id then last_request_of(id) end
  where id = customer;
end $$;

-- Returns the customer's person and keeps both rows until the end of the transaction, so that no join, separation or
-- request of another transaction overlaps. All transactions lock by id, so that they cannot deadlock over one person.
create function held_person_of(customer bigint) returns bigint language plpgsql as $$
declare
  person bigint;
  held bigint;
begin
  loop
    select coalesce(person_id, person_of(id)) into person from customers where id = customer;
    perform from customers where id in (customer, person) order by id for no key update;
    -- This statement sees the join for which the lock has waited.
    select coalesce(person_id, person_of(id)) into held from customers where id = customer;
    if held is not distinct from person then
      return person;
    end if;
  end loop;
end $$;

create function be_own_person() returns trigger language plpgsql as $$
begin
  new.person_id := coalesce(new.person_id, new.id);
  return new;
end $$;
create trigger be_own_person before insert on customers for each row execute function be_own_person();

create function move_joined_customers() returns trigger language plpgsql as $$
declare
  joined bigint := coalesce(new.joined_id, old.joined_id);
  other bigint := coalesce(new.customer_id, old.customer_id);
  changed bigint[] := array(select joined_customers(joined) union select person_of(joined) union select person_of(other));
begin
  perform from customers where id = any(changed) order by id for no key update;
  perform renew_customer(id) from unnest(changed) as id;
  return null;
end $$;
create trigger move_joined_customers after insert or update or delete on customer_joins
  for each row execute function move_joined_customers();

create or replace function find_customer() returns trigger language plpgsql as $$
declare
  person bigint;
begin
  -- `e164` returns a number that is in E.164 form already unchanged.
  perform add_customer_lead(tg_argv[0], new.id, new.name, coalesce(new.phone_key, new.phone), new.email);
  person := held_person_of(
    (select customer_id from customer_leads where lead_kind = tg_argv[0] and lead_id = new.id));
  update customers set last_at = greatest(last_at, new.created_at) where id = person;
  return null;
end $$;

create or replace function forget_customer() returns trigger language plpgsql as $$
declare
  customer bigint;
  person bigint;
begin
  delete from customer_leads where lead_kind = tg_argv[0] and lead_id = old.id returning customer_id into customer;
  perform forget_person_without_leads(customer);
  person := held_person_of(customer);
  -- Only the latest request is missed. Retention deletes the oldest ones.
  perform renew_customer(id) from customers where id = person and last_at <= old.created_at;
  return null;
end $$;

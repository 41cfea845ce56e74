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

create function renew_last_request(person bigint) returns void language plpgsql as $$
begin
  -- The next statement sees the requests of a transaction for which this one waits.
  perform from customers where id = person for no key update;
  update customers set last_at = last_request_of(person) where id = person;
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
  person bigint := person_of(joined);
begin
  update customers set person_id = person where id in (select joined_customers(joined));
  perform renew_last_request(one) from unnest(array[person, person_of(coalesce(new.customer_id, old.customer_id))]) one;
  return null;
end $$;
create trigger move_joined_customers after insert or update or delete on customer_joins
  for each row execute function move_joined_customers();

create or replace function find_customer() returns trigger language plpgsql as $$
begin
  -- `e164` returns a number that is in E.164 form already unchanged.
  perform add_customer_lead(tg_argv[0], new.id, new.name, coalesce(new.phone_key, new.phone), new.email);
  update customers set last_at = greatest(last_at, new.created_at) where id = (
    select coalesce(person_id, id) from customers where id = (
      select customer_id from customer_leads where lead_kind = tg_argv[0] and lead_id = new.id));
  return null;
end $$;

create or replace function forget_customer() returns trigger language plpgsql as $$
declare
  customer bigint;
begin
  delete from customer_leads where lead_kind = tg_argv[0] and lead_id = old.id returning customer_id into customer;
  perform forget_person_without_leads(customer);
  -- Only the latest request is missed. Retention deletes the oldest ones.
  perform renew_last_request(p.id) from customers c join customers p on p.id = c.person_id
  where c.id = customer and p.last_at <= old.created_at;
  return null;
end $$;

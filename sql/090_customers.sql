-- src/modules/leads/customers/contract.ts states the rule that finds a lead's customer. Triggers apply the rule,
-- because the previous version of the product may store leads during an update.

-- Returns a phone number in E.164 form, such as `+393471234567`. A number without a country code is Italian. The rules
-- for Italian numbers are those of libphonenumber.
create function e164(phone text) returns text language sql immutable parallel safe as $$
  select case
      when written ~ '^[( ]*([+]|00)' then '+' || regexp_replace(
        regexp_replace(case when written ~ '^[( ]*([+]|00)[ ]*39' then written else replace(written, '(0)', '') end,
          '[^0-9]', '', 'g'), '^00', '')
      when digits ~ '^39[03]' and length(digits) > 10 then '+' || digits
      else '+39' || digits end
  from (select coalesce(phone, '') as written, regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g') as digits) as given
$$;

-- Returns the words of a name, sorted, without accents and capitals, so that `Rossi Anna` equals `anna rossi`.
create function name_words(name text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct word order by word), '{}')
  from regexp_split_to_table(
    regexp_replace(lower(normalize(coalesce(name, ''), NFD)), '[\u0300-\u036f]', '', 'g'), '[[:space:][:punct:]’]+') as word
  where word <> ''
$$;

create table customers (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now()
);

-- Customer to whom the rule assigned a lead on arrival, with the values that the rule compares.
create table customer_leads (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id) on delete cascade,
  lead_kind text not null check (lead_kind in ('availability_request', 'contact', 'booking')),
  lead_id bigint not null,
  phone text not null,
  email text,
  name_words text[] not null,
  unique (lead_kind, lead_id)
);
create index customer_leads_by_customer on customer_leads (customer_id);
create index customer_leads_by_phone on customer_leads (phone);
create index customer_leads_by_email on customer_leads (email);

-- Customers that staff joined as one person. An undone row has no effect.
create table customer_joins (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id) on delete cascade,
  joined_id bigint not null references customers (id) on delete cascade check (joined_id <> customer_id),
  joined_by text not null,
  joined_at timestamptz not null default now(),
  undone_by text,
  undone_at timestamptz
);
create unique index customer_joins_in_effect on customer_joins (joined_id) where undone_at is null;
create index customer_joins_by_customer on customer_joins (customer_id);

create table customer_notes (
  id bigint generated always as identity primary key,
  customer_id bigint not null references customers (id) on delete cascade,
  text text not null check (length(text) <= 4000),
  author text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customer_notes_by_customer on customer_notes (customer_id, id);
select keep_versions_apart_of('customer_notes');

-- `person_id` is the customer that represents all joined customers; without joins, the customer itself.
create view customer_persons as
with recursive tree as (
  select c.id as customer_id, c.id as person_id from customers c
  where not exists (select from customer_joins j where j.joined_id = c.id and j.undone_at is null)
  union all
  select j.joined_id, tree.person_id from tree join customer_joins j on j.customer_id = tree.customer_id
  where j.undone_at is null
)
select customer_id, person_id from tree;

-- Returns the customer of a lead with these values; null for a new customer.
create function customer_of(given_phone text, given_email text, given_words text[]) returns bigint language sql stable as $$
  select found.customer_id from (
    select c.id, c.customer_id, coalesce(c.email = given_email, false) as has_email,
      c.phone = given_phone and c.name_words = given_words and given_words <> '{}' as has_name,
      c.phone = given_phone and (c.email is null or given_email is null)
        and (c.name_words <@ given_words or c.name_words @> given_words)
        -- PostgreSQL computes this subquery only once, even if many leads have this phone number.
        and (select count(distinct o.customer_id) = 1 from customer_leads o where o.phone = given_phone) as is_alone
    from customer_leads c where c.email = given_email or c.phone = given_phone) as found
  where has_email or has_name or is_alone
  order by has_email desc, has_name desc, id desc limit 1
$$;

create function add_customer_lead(kind text, lead bigint, name text, phone text, email text) returns void language plpgsql as $$
declare
  key_phone text := e164(phone);
  key_email text := nullif(lower(trim(email)), '');
  words text[] := name_words(name);
  person bigint;
begin
  -- The second of two simultaneous leads of one person waits here and finds the customer of the first. All transactions
  -- lock the phone number before the e-mail address, so that they cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('customer phone ' || key_phone, 0));
  if key_email is not null then
    perform pg_advisory_xact_lock(hashtextextended('customer email ' || key_email, 0));
  end if;
  person := customer_of(key_phone, key_email, words);
  -- Waits while another transaction deletes the last lead of this customer. That transaction also deletes the customer,
  -- so this statement then finds no row.
  perform from customers where id = person for key share;
  if not found then
    insert into customers default values returning id into person;
  end if;
  insert into customer_leads (customer_id, lead_kind, lead_id, phone, email, name_words)
  values (person, kind, lead, key_phone, key_email, words);
end
$$;

create function find_customer() returns trigger language plpgsql as $$
begin
  perform add_customer_lead(tg_argv[0], new.id, new.name, new.phone, new.email);
  return null;
end
$$;

-- Deletes a person without leads, including notes and joins.
create function forget_person_without_leads(customer bigint) returns void language plpgsql as $$
declare
  whole bigint[];
begin
  if exists (select from customer_leads where customer_id = customer) then
    return;
  end if;
  if exists (select from customer_joins where customer in (customer_id, joined_id) and undone_at is null) then
    select array_agg(p.customer_id) into whole from customer_persons p
    where p.person_id = (select person_id from customer_persons where customer_id = customer);
  else
    whole := array[customer];
  end if;
  -- Waits while another transaction assigns a lead to one of these customers. The next statement sees that lead.
  perform from customers where id = any(whole) order by id for update;
  if not exists (select from customer_leads where customer_id = any(whole)) then
    delete from customers where id = any(whole);
  end if;
end
$$;

create function forget_customer() returns trigger language plpgsql as $$
declare
  customer bigint;
begin
  delete from customer_leads where lead_kind = tg_argv[0] and lead_id = old.id returning customer_id into customer;
  perform forget_person_without_leads(customer);
  return null;
end
$$;

create trigger find_customer after insert on availability_requests
  for each row execute function find_customer('availability_request');
create trigger find_customer after insert on contacts for each row execute function find_customer('contact');
create trigger find_customer after insert on bookings for each row execute function find_customer('booking');
create trigger forget_customer after delete on availability_requests
  for each row execute function forget_customer('availability_request');
create trigger forget_customer after delete on contacts for each row execute function forget_customer('contact');
create trigger forget_customer after delete on bookings for each row execute function forget_customer('booking');

select announce_changes_of('customer_joins');
select announce_changes_of('customer_leads');
select announce_changes_of('customer_notes');

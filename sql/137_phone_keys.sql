-- The product reads each phone number once, when it stores a lead (src/kernel/phone.ts), and the rule that finds a
-- lead's customer compares this reading. `e164` remains for numbers that cannot be read and for leads that the previous
-- version stores during an update. It takes two numbers in one field for one number.
alter table availability_requests add column phone_key text;
alter table contacts add column phone_key text;
alter table bookings add column phone_key text;

create or replace function find_customer() returns trigger language plpgsql as $$
begin
  -- `e164` returns a number that is in E.164 form already unchanged.
  perform add_customer_lead(tg_argv[0], new.id, new.name, coalesce(new.phone_key, new.phone), new.email);
  return null;
end
$$;

-- How far the deletion of expired rows has come. `what` names the rows in words for staff.
create table retention_states (
  what text primary key,
  -- The last row of a walk through rows of which some stay; null before and after a walk.
  position_at timestamptz,
  position_id bigint,
  walked_at timestamptz,
  -- Rows that the last run has left; 0 if it has left none.
  rows_left bigint not null default 0,
  oldest_at timestamptz,
  behind_since timestamptz
);

-- A worker of the previous release leaves the new columns as they are, so `failing_since` counts only with `last_error`.
alter table periodic_runs
  add column failing_since timestamptz,
  -- Until when the run that has begun should end; null while none runs.
  add column runs_until timestamptz;

-- A code that no lead uses any more may be given again after a term. For codes of before, the term begins now.
alter table lead_codes add column made_at timestamptz not null default now();

-- The mails of a lead and of its wishes end with the lead. Triggers fire in the order of their names, so the wishes still
-- exist.
create function forget_mails() returns trigger language plpgsql as $$
begin
  delete from email_messages
  where lead_kind is null and purpose = 'wish' and lead_id in (
    select id from customer_wishes where lead_kind = tg_argv[0] and lead_id = old.id);
  delete from email_messages where lead_kind = tg_argv[0] and lead_id = old.id;
  return null;
end $$;
create trigger forget_mails after delete on availability_requests for each row
  execute function forget_mails('availability_request');
create trigger forget_mails after delete on bookings for each row execute function forget_mails('booking');
create trigger forget_mails after delete on contacts for each row execute function forget_mails('contact');

-- A notification carries less than 8,000 bytes. Ids of grants are longer than those of other rows, so a deletion of 300
-- of them failed.
create or replace function announce_change() returns trigger language plpgsql as $$
declare
  ids text;
  many boolean;
begin
  -- Code that counts searches and visits sets `app.quiet`, so that not every count reloads read models.
  if current_setting('app.quiet', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select string_agg(id::text, ','), count(*) > 500 into ids, many from old_rows;
  else
    select string_agg(id::text, ','), count(*) > 500 into ids, many from new_rows;
  end if;
  if ids is not null then
    many := many or length(ids) > 7000;
    perform pg_notify('changes', tg_table_name || ':' || case when many then '*' else ids end);
  end if;
  return null;
end $$;

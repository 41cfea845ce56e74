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

-- A recorded act is one command whose rows are recorded like those of a bulk act, and which is undone as a whole. The acts
-- of dispatchers are the first.
select record_acts_of('trips', 'id', '');
-- The worker asks for reviews, and clears `known_ride` when the customer knows the ride.
select record_acts_of('trip_parties', 'lead_kind,lead_id,direction', 'review_asked_at,known_ride');
select record_acts_of('trip_added_rides', 'id', '');
select record_acts_of('gap_notices', 'trip_id,day', '');
-- A calendar program must never see a lower number. So only the number of a deleted trip comes back, with the trip.
create trigger record_act after delete on ride_versions for each row
  when (current_setting('app.act', true) <> '') execute function record_act('kind,id', '');

-- The act whose rows are recorded while the entry is written. No foreign key: acts are deleted after 90 days.
alter table audit_log add column act_id bigint;
-- squawk-ignore require-concurrent-index-creation
create index audit_log_by_act on audit_log (act_id) where act_id is not null;

-- The erasure of a customer, and the end of a lead's retention period, also delete the recorded acts on its trips, whose
-- rows contain places, and on the lead itself, such as an answer or a save. `item` is '1' in a recorded act. A bulk act on
-- leads stays: it contains state, owner and times only. The name makes the trigger run before `forget_trips`.
-- squawk-ignore require-concurrent-index-creation
create index bulk_act_rows_by_row on bulk_act_rows (table_name, key);
create function forget_acts() returns trigger language plpgsql as $$
begin
  delete from bulk_acts where id in (
    select act_id from bulk_act_rows where table_name = 'trip_parties' and key in (
      select jsonb_build_object('lead_kind', tg_argv[0], 'lead_id', old.id, 'direction', direction)
      from unnest(array['there', 'back']) direction)
    union
    select act_id from bulk_act_rows where table_name = 'trips' and key in (
      select jsonb_build_object('id', trip_id) from trip_parties where lead_kind = tg_argv[0] and lead_id = old.id)
    union
    select act_id from bulk_act_rows where table_name = tg_table_name and key = jsonb_build_object('id', old.id) and item = '1');
  return null;
end $$;
create trigger forget_acts after delete on availability_requests for each row execute function forget_acts('availability_request');
create trigger forget_acts after delete on bookings for each row execute function forget_acts('booking');
create trigger forget_acts after delete on contacts for each row execute function forget_acts('contact');

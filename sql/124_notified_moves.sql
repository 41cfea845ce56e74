-- Oggi lists a moved ride until staff have notified its customer. The pages of the other staff reload then, as after a
-- change of the trip.
create function announce_trips_of_parties() returns trigger language plpgsql as $$
declare
  ids text;
begin
  select case when count(distinct trip_id) > 500 then '*' else string_agg(distinct trip_id::text, ',') end
    into ids from new_rows;
  if ids is not null then
    perform pg_notify('changes', 'trips:' || ids);
  end if;
  return null;
end $$;
create trigger announce_trips after update on trip_parties referencing new table as new_rows
  for each statement execute function announce_trips_of_parties();

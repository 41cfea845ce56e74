-- Counts the changes of a ride, so that calendar programs replace their copy of its event (SEQUENCE of RFC 5545). The counts
-- are not columns of leads and trips, because an undone act restores the row, but is one more change for calendar programs.
create table ride_versions (
  -- A kind of lead, or `trip`.
  kind text not null,
  id bigint not null,
  version integer not null,
  primary key (kind, id)
);

create function count_ride_change() returns trigger language plpgsql as $$
begin
  insert into ride_versions as v (kind, id, version) values (tg_argv[0], new.id, 1)
  on conflict (kind, id) do update set version = v.version + 1;
  return null;
end $$;

create function forget_ride_version() returns trigger language plpgsql as $$
begin
  delete from ride_versions where kind = tg_argv[0] and id = old.id;
  return null;
end $$;

create function count_lead_changes_of(name regclass, kind text) returns void language plpgsql as $$
begin
  execute format('create trigger count_ride_change after update on %s for each row
    when ((new.status, new.departure, new.destination, new.date, new.time, new.return_trip, new.return_date, new.return_time,
        new.passengers, new.flight_or_train, new.address, new.position)
      is distinct from (old.status, old.departure, old.destination, old.date, old.time, old.return_trip, old.return_date,
        old.return_time, old.passengers, old.flight_or_train, old.address, old.position))
    execute function count_ride_change(%L)', name, kind);
  execute format('create trigger forget_ride_version after delete on %s for each row
    execute function forget_ride_version(%L)', name, kind);
end $$;
select count_lead_changes_of('availability_requests', 'availability_request');
select count_lead_changes_of('bookings', 'booking');
select count_lead_changes_of('contacts', 'contact');
drop function count_lead_changes_of(regclass, text);

create trigger count_ride_change after update on trips for each row
  when ((new.state, new.from_place, new.to_place, new.address, new.pickup_at, new.ends_at, new.passengers, new.bags,
      new.flight_or_train, new.vehicle_id, new.driver_id)
    is distinct from (old.state, old.from_place, old.to_place, old.address, old.pickup_at, old.ends_at, old.passengers,
      old.bags, old.flight_or_train, old.vehicle_id, old.driver_id))
  execute function count_ride_change('trip');
create trigger forget_ride_version after delete on trips for each row execute function forget_ride_version('trip');

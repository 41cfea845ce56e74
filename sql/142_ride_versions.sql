-- Counts the changes of a ride, so that calendar programs replace their copy of its event (SEQUENCE of RFC 5545).
alter table availability_requests add column ride_version integer not null default 0;
alter table bookings add column ride_version integer not null default 0;
alter table contacts add column ride_version integer not null default 0;
alter table trips add column ride_version integer not null default 0;

create function count_ride_change() returns trigger language plpgsql as $$
begin
  new.ride_version := old.ride_version + 1;
  return new;
end $$;

create function count_lead_changes_of(name regclass) returns void language plpgsql as $$
begin
  execute format('create trigger count_ride_change before update on %s for each row
    when ((new.status, new.departure, new.destination, new.date, new.time, new.return_trip, new.return_date, new.return_time,
        new.passengers, new.flight_or_train, new.address, new.position)
      is distinct from (old.status, old.departure, old.destination, old.date, old.time, old.return_trip, old.return_date,
        old.return_time, old.passengers, old.flight_or_train, old.address, old.position))
    execute function count_ride_change()', name);
end $$;
select count_lead_changes_of('availability_requests');
select count_lead_changes_of('bookings');
select count_lead_changes_of('contacts');
drop function count_lead_changes_of(regclass);

create trigger count_ride_change before update on trips for each row
  when ((new.state, new.from_place, new.to_place, new.address, new.pickup_at, new.ends_at, new.passengers, new.bags,
      new.flight_or_train, new.vehicle_id, new.driver_id)
    is distinct from (old.state, old.from_place, old.to_place, old.address, old.pickup_at, old.ends_at, old.passengers,
      old.bags, old.flight_or_train, old.vehicle_id, old.driver_id))
  execute function count_ride_change();

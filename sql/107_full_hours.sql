-- Hours in Rome in which no more trips may begin. Stored, so that the fares are reloaded only if an hour becomes full
-- or free.
alter table closed_days add column full_hours integer[] not null default '{}';

create function full_hours_of(on_day date, max_trips integer) returns integer[] language sql stable as $$
  select coalesce(array_agg(hour order by hour), '{}') from (
    select extract(hour from pickup_at at time zone 'Europe/Rome')::integer as hour
    from trips
    where state <> 'cancelled' and pickup_at >= on_day::timestamp at time zone 'Europe/Rome'
      and pickup_at < (on_day + 1)::timestamp at time zone 'Europe/Rome'
    group by 1 having count(*) >= max_trips) as hours
$$;

create function set_full_hours() returns trigger language plpgsql as $$
begin
  new.full_hours := full_hours_of(new.day, new.max_trips_per_hour);
  return new;
end $$;
create trigger set_full_hours before insert or update of day, max_trips_per_hour on closed_days
  for each row execute function set_full_hours();

-- Locks the days before it counts trips, so that the count includes the trips of concurrent transactions.
create function renew_full_hours() returns trigger language plpgsql as $$
declare
  days date[] := array[(old.pickup_at at time zone 'Europe/Rome')::date, (new.pickup_at at time zone 'Europe/Rome')::date];
begin
  perform from closed_days where day = any(days) order by day for update;
  update closed_days set full_hours = full_hours_of(day, max_trips_per_hour)
  where day = any(days) and full_hours <> full_hours_of(day, max_trips_per_hour);
  return null;
end $$;
create trigger renew_full_hours after insert or delete or update of pickup_at, state on trips
  for each row execute function renew_full_hours();

update closed_days set full_hours = full_hours_of(day, max_trips_per_hour);

-- A file of its own, because the check of all rows must not wait for the lock that adding the constraint takes.
-- squawk-ignore constraint-missing-not-valid
alter table driver_notices validate constraint driver_notices_ride_fkey;

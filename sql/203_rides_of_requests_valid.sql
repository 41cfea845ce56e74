-- A file of its own, because the check of all rows must not wait for the lock that adding the constraints takes.
-- squawk-ignore constraint-missing-not-valid
alter table rides validate constraint rides_trip_id_fkey;
alter table rides validate constraint rides_lead_check;
alter table rides validate constraint rides_asked_check;
alter table rides validate constraint rides_planned_check;

-- Ride (`from`, `to`, `address`, `pickupAt`) of which the customer knows, from the first change of a confirmed ride until
-- a mail about it is planned.
alter table trip_parties add column known_ride jsonb;

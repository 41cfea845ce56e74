-- Finds a repeated lead among those with the same phone number instead of all recent ones. The tables grow by a few
-- thousand leads a year: building these indexes takes milliseconds, and these files run in one transaction.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_phone on availability_requests (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_phone on bookings (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_phone on contacts (phone, created_at);

-- These indexes serve the check for repeated leads. A transaction cannot create an index concurrently. Indexing
-- a few thousand leads a year takes milliseconds.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_phone on availability_requests (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_phone on bookings (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_phone on contacts (phone, created_at);

-- A lead that is sent twice is looked for among those of the same telephone, not among all of the last minutes.
-- A few thousand leads a year stand in each: building these takes milliseconds, and these files run in one transaction.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_phone on availability_requests (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_phone on bookings (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_phone on contacts (phone, created_at);

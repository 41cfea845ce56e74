-- With these indexes the check for repeated leads reads the leads with the same phone number instead of all recent
-- leads. These files run in one transaction, which cannot contain `create index concurrently`. The tables grow by only
-- a few thousand leads a year, so building the indexes takes milliseconds.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_phone on availability_requests (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_phone on bookings (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_phone on contacts (phone, created_at);

-- Finds a repeated lead among the leads with the same phone number instead of all recent leads. The tables grow by a
-- few thousand leads a year, so building these indexes takes only milliseconds of the one transaction in which these
-- files run.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_phone on availability_requests (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_phone on bookings (phone, created_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_phone on contacts (phone, created_at);

-- These indexes count leads by state and find unanswered leads without reading all rows. Building an index
-- blocks new leads: 3 s for two million leads.
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_by_state on availability_requests (status, read_at);
-- squawk-ignore require-concurrent-index-creation
create index bookings_by_state on bookings (status, read_at);
-- squawk-ignore require-concurrent-index-creation
create index contacts_by_state on contacts (status, read_at);
-- squawk-ignore require-concurrent-index-creation
create index availability_requests_unanswered on availability_requests (id) where status = 'nuova' and answered_at is null;
-- squawk-ignore require-concurrent-index-creation
create index bookings_unanswered on bookings (id) where status = 'nuova' and answered_at is null;
-- squawk-ignore require-concurrent-index-creation
create index contacts_unanswered on contacts (id) where status = 'nuova' and answered_at is null;

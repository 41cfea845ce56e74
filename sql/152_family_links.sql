-- The main route from whose related routes the deletion of these removed this route, which staff had edited and which
-- therefore stayed. The next creation of related routes takes it back.
alter table route_prices add column detached_from_id bigint;
-- The run of the route generator that made this existing route a related route; null if no run did.
alter table route_prices add column linked_job_id bigint;
-- The columns are new and empty, so checking them takes no time.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table route_prices add constraint route_prices_detached_from foreign key (detached_from_id)
  references route_prices (id) on delete set null;
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table route_prices add constraint route_prices_linked_job foreign key (linked_job_id)
  references jobs (id) on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index route_prices_detached on route_prices (detached_from_id) where detached_from_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index route_prices_by_linked_job on route_prices (linked_job_id) where linked_job_id is not null;

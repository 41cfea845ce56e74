-- The run of the route generator that created a route, so that staff can undo a run. Null for all other routes.
alter table route_prices add column bulk_job_id bigint;
-- The column is new and empty, so checking it takes no time.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table route_prices add constraint route_prices_bulk_job foreign key (bulk_job_id) references jobs (id)
  on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index route_prices_by_bulk_job on route_prices (bulk_job_id) where bulk_job_id is not null;

-- The undo of a generator run keeps routes with work of staff or visitors: prices, single prices of a list, drafts,
-- leads. A lead with a return counts for both directions.
create view route_work as
select route_id, 'price'::text as kind from price_changes
union all
select (cell ->> 'id')::bigint, 'price' from price_lists, jsonb_array_elements(cells) as cell
union all
select route_id, 'text' from text_drafts
union all
select r.id, 'lead'
from leads l
join locations d on lower(d.name) = lower(trim(l.departure))
join locations a on lower(a.name) = lower(trim(l.destination))
join route_prices r on r.departure_location_id = d.id and r.destination_location_id = a.id
where l.created_at >= r.created_at
union all
select r.id, 'lead'
from leads l
join locations d on lower(d.name) = lower(trim(l.departure))
join locations a on lower(a.name) = lower(trim(l.destination))
join route_prices r on r.departure_location_id = a.id and r.destination_location_id = d.id
where l.return_trip and l.created_at >= r.created_at;

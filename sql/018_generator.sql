-- True for a place that the route generator skips. At first these are five hubs, by the fixed ids of the bundled data.
alter table locations add column exclude_from_bulk boolean not null default false;
update locations set exclude_from_bulk = true
where id in (4, 10, 482, 483, 486) and location_type in ('Aeroporto', 'Stazione', 'Porto');

-- Generated pages stay out of search engines until they pass the index gate or staff admit them.
alter table route_prices
  add column indexing text not null default 'allowed'
    constraint route_prices_indexing check (indexing in ('allowed', 'gate')),
  -- Empty if the page passed the index gate; null before the first check.
  add column gate_reasons text[],
  -- Null for routes older than this column.
  add column distance_source text
    constraint route_prices_distance_source check (distance_source in ('google', 'stima', 'ufficio'));

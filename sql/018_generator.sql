-- Places that the generator of routes leaves alone: at first the hubs of the specification, which knows them by id.
alter table locations add column exclude_from_bulk boolean not null default false;
update locations set exclude_from_bulk = true
where id in (4, 10, 482, 483, 486) and location_type in ('Aeroporto', 'Stazione', 'Porto');

-- Pages made in bulk stay out of search engines until they pass the gate, or a person lets them in.
alter table route_prices
  add column indexing text not null default 'allowed'
    constraint route_prices_indexing check (indexing in ('allowed', 'gate')),
  -- What keeps a page at the gate; none where it passed, null where it was not looked at yet.
  add column gate_reasons text[],
  -- Who says how far it is: null for routes older than this column.
  add column distance_source text
    constraint route_prices_distance_source check (distance_source in ('google', 'stima', 'ufficio'));

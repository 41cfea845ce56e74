-- Each network belongs to one of 32 groups. A bit is set if a network of its group requested the path. The number of
-- set bits estimates from how many networks the requests came, without identifying a network.
alter table not_found add column asked_from integer not null default 0;

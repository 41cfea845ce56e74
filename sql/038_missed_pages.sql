-- Each bit stands for one of 32 groups, and each visitor's network belongs to one group. A bit is set if any network of
-- the bit's group requested the path. The number of set bits estimates from how many networks the requests came,
-- without identifying a network.
alter table not_found add column asked_from integer not null default 0;

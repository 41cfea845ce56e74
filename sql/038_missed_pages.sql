-- Each bit stands for one of 32 groups of networks, and is set if a network of the group requested the path. The bits
-- estimate the number of networks without identifying one.
alter table not_found add column asked_from integer not null default 0;

-- Groups of networks that requested an unknown address, one bit each: counts visitors without identifying them.
alter table not_found add column asked_from integer not null default 0;

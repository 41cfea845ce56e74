-- Which groups of networks asked for an unknown address, a bit each: how many visitors miss it, and not who they are.
alter table not_found add column asked_from integer not null default 0;

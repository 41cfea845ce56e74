-- One bit for each group of networks that requested the path, which counts visitors without identifying them.
alter table not_found add column asked_from integer not null default 0;

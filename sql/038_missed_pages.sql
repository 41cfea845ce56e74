-- Groups of networks that requested an unknown path, one bit for each group. This counts visitors without identifying
-- them.
alter table not_found add column asked_from integer not null default 0;

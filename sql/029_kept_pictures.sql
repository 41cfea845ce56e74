-- After this time the picture is deleted if no page uses it, otherwise it is checked again later. Another upload of the
-- picture restarts the time.
alter table uploads add column kept_until timestamptz not null default now() + interval '30 days';

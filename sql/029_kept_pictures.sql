-- Unused pictures are deleted after this time; used ones are checked again later. Another upload restarts the time.
alter table uploads add column kept_until timestamptz not null default now() + interval '30 days';

-- After this time the worker deletes the picture if no page uses it. If a page uses it, the worker sets a later time.
-- Another upload of the picture also sets a later time.
alter table uploads add column kept_until timestamptz not null default now() + interval '30 days';

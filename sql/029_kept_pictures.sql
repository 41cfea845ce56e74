-- After this time the worker deletes the picture, or sets a later time if a page uses the picture.
alter table uploads add column kept_until timestamptz not null default now() + interval '30 days';

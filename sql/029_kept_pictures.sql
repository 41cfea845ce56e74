-- A picture that no text shows is deleted after this; one that is shown is looked at again later. Uploading it anew
-- begins its time anew.
alter table uploads add column kept_until timestamptz not null default now() + interval '30 days';

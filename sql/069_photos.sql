-- `uploads` has the picture, `picture_variants` the widths and formats that pages load.
create table photos (
  id bigint generated always as identity primary key,
  picture text not null references uploads (hash),
  -- `none` keeps the photo without showing it.
  shown_as text not null check (shown_as in
    ('none', 'company', 'sedan', 'van8', 'van6', 'driver', 'place', 'meeting', 'route')),
  -- Place of a photo shown as `place` or `meeting`; departure of a photo shown as `route`.
  place_id bigint references locations (id) on delete set null,
  -- Destination of a photo shown as `route`.
  to_place_id bigint references locations (id) on delete set null,
  alt text not null check (length(alt) between 1 and 200),
  author text not null check (length(author) between 1 and 120),
  licence text not null check (length(licence) between 1 and 120),
  -- Until the worker has stored the variants, pages load the original picture.
  is_converted boolean not null default false,
  uploaded_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- The index omits photos whose place was deleted, because no page shows them.
create unique index photos_one_per_spot on photos (shown_as, place_id, to_place_id) nulls not distinct
  where shown_as <> 'none' and (shown_as not in ('place', 'meeting', 'route') or place_id is not null)
    and (shown_as <> 'route' or to_place_id is not null);
create index photos_by_picture on photos (picture);
create index photos_by_place on photos (place_id);
create index photos_by_to_place on photos (to_place_id);

-- Names are such as `800.avif`. The key contains the picture's hash, so the content of a URL never changes.
create table picture_variants (
  hash text not null references uploads (hash) on delete cascade,
  name text not null check (name ~ '^(\d{3,4}\.(avif|webp)|social\.jpg)$'),
  bytes bytea not null,
  primary key (hash, name)
);

select announce_changes_of('photos');
select keep_versions_apart_of('photos');

-- When each list of the site last changed, which is the `lastmod` of the pages that show it. The date of the newest row
-- would go back when this row is removed (docs/adr/0021).
create table sitemap_lists (
  -- Such as `routes`, `place/12` or `blog/de`.
  list text primary key,
  -- Start of the SHA-1 of the listed rows and their dates.
  contents text not null,
  changed_at timestamptz not null
);

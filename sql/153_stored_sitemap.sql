-- The worker builds the files of the sitemap, and every API process sends these rows (docs/adr/0021). Number 0 is
-- `/sitemap.xml`; with more than one file it is the index of `/sitemap-1.xml`, `/sitemap-2.xml`, …
create table sitemap_files (
  number integer primary key check (number >= 0),
  -- URLs of pages in the file; 0 for an index.
  urls integer not null,
  -- Newest `lastmod` of the file; null if no page has one.
  lastmod timestamptz,
  -- Start of the SHA-1 of the XML, sent as the ETag.
  tag text not null,
  -- Bytes of the XML, which is stored only in its two compressed forms.
  size integer not null,
  brotli bytea not null,
  gzip bytea not null
);
alter table sitemap_files alter column brotli set storage external, alter column gzip set storage external;

-- The build that made the stored files. Without a row no build has ended yet.
create table sitemap_state (
  id integer primary key default 1 check (id = 1),
  -- Grows with each build, so that a build notices that another one has stored its files meanwhile.
  version integer not null,
  -- URL of the site for which the files were built.
  origin text not null,
  -- Day in Rome on which the build read the data: prices depend on the day.
  day date not null,
  -- Tables from which the entries come. A change of another table needs no build.
  tables text[] not null,
  urls integer not null,
  files integer not null,
  seconds real not null,
  built_at timestamptz not null default now(),
  -- Last build that changed a URL or its `lastmod`, and how many.
  changed_at timestamptz not null default now(),
  added integer not null,
  removed integer not null,
  changed integer not null
);
select announce_changes_of('sitemap_state');

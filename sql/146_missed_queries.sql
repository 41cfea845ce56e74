-- Queries with which visitors asked for an unknown path, such as `page_id=12`, so that staff can redirect each.
create table not_found_queries (
  not_found_id bigint not null references not_found on delete cascade,
  -- Sorted parameters that name a page. No tracking and no personal data.
  query text not null check (length(query) between 1 and 200),
  hits integer not null default 0,
  last_seen_at timestamptz not null default now(),
  primary key (not_found_id, query)
);

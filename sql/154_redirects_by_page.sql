-- The deletion and the move of a page look for the redirects to this page. Without an index each of them read all redirects.

-- Returns the path of a target without its query and fragment. Capital letters do not count, as for pages. Paths of pages
-- have fewer than 600 characters, and PostgreSQL refuses index entries above 2,700 bytes.
create function page_of_target(to_path text) returns text language sql immutable parallel safe
  return left(lower(regexp_replace(to_path, '[?#].*$', '')), 600);

-- squawk-ignore require-concurrent-index-creation
create index redirects_by_page on redirects (page_of_target(to_path));
-- The planner needs to know how many redirects lead to one page.
analyze redirects;

create or replace function redirects_to(paths text[]) returns table (path text, part jsonb) language sql stable as $$
  select page_of_target(r.to_path), jsonb_build_object('table', 'redirects', 'row', to_jsonb(r))
  from redirects r where page_of_target(r.to_path) = any(paths)
$$;

-- The deletion of a route stores its drafts, and deletes them.
-- squawk-ignore require-concurrent-index-creation
create index text_drafts_by_route on text_drafts (route_id);

-- Unknown paths that visitors requested, for staff to redirect.
create table not_found (
  id bigint generated always as identity primary key,
  path text not null unique check (path ~ '^/' and length(path) <= 300),
  hits integer not null default 0,
  -- Domain of the last page that linked to the path; null if it is unknown or is this site.
  referrer_host text check (length(referrer_host) <= 255),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  dismissed_at timestamptz
);
create index not_found_by_time on not_found (last_seen_at);

alter table redirects add column last_hit_at timestamptz;

-- When the product last wrote this generated route. If `updated_at` is later, staff have edited the route since.
alter table route_prices add column generated_at timestamptz;

-- New routes need a transfer type even if no demo data is loaded.
insert into transfer_types (id, name, description)
select id, name, description
from (
  values
    (1, 'Economy condiviso', 'Corsa condivisa con altri passeggeri, da due persone in su'),
    (2, 'Privato', 'Auto o minivan riservati, a prezzo fisso per veicolo')
) as kinds (id, name, description)
where not exists (select from transfer_types);
select setval(pg_get_serial_sequence('transfer_types', 'id'), (select max(id) from transfer_types));

-- The table has at most one row. Without a row the defaults apply.
create table sign_in_rules (
  id bigint primary key default 1 check (id = 1),
  is_second_factor_required boolean not null default false,
  updated_at timestamptz not null default now()
);

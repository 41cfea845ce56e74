-- Two roles beside the operator: `redazione` writes texts, `contabile` reads money and papers. A process of the previous
-- release knows neither and allows them nothing but the calls of every account.
alter table admin_users drop constraint admin_users_role_check;
-- The table has few rows.
-- squawk-ignore constraint-missing-not-valid
alter table admin_users add constraint admin_users_role_check
  check (role in ('autista', 'operatore', 'redazione', 'contabile', 'admin', 'superAdmin'));

-- Whether the read-only endpoint for assistants (`/mcp`) answers.
alter table site_settings
  add column is_mcp_on boolean not null default false;

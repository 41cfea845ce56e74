alter table audit_log
  -- Call that made the change, such as `PUT /api/admin/route-prices/:id`, which determines the call that restores the
  -- previous values. Null for changes by jobs and by earlier versions.
  add column command text,
  -- Id of the earlier entry whose previous values this entry restored.
  add column restores bigint;

-- The log grows by a few thousand rows a year, so building the index takes milliseconds.
-- squawk-ignore require-concurrent-index-creation
create index audit_log_by_restored on audit_log (restores) where restores is not null;

-- Events and acts are named after the module whose contract declares them, and have one name in the audit log and in the
-- outbox. Earlier versions had the names on the left.
create function current_name(name text) returns text language sql immutable as $$
  select coalesce((
    select current from (values
      ('catalog:lecceImportStarted', 'catalog:lecceImportRequested'),
      ('catalog:locationNamesChanged', 'catalog:placeNamesChanged'),
      ('catalog:locationsSyncStarted', 'catalog:locationsSyncRequested'),
      ('catalog:routeChanged', 'catalog:routeUpdated'),
      ('cli:keysRotated', 'operations:keysRotated'),
      ('cli:retentionRun', 'operations:retentionRun'),
      ('content:articleDeleted', 'content:postDeleted'),
      ('content:promptChanged', 'integrations:promptChanged'),
      ('content:promptCreated', 'integrations:promptCreated'),
      ('content:promptDeleted', 'integrations:promptDeleted'),
      ('content:textRequested', 'integrations:textRequested'),
      ('content:translationDrafted', 'content:translationDraftKept'),
      ('integrations:factReplayed', 'operations:eventReplayed'),
      ('integrations:failedFactsReplayed', 'operations:failedEventsReplayed'),
      ('integrations:importantPagesSent', 'integrations:importantPagesChosen'),
      ('integrations:jobCancelled', 'operations:jobCancelled'),
      ('integrations:periodicTaskRun', 'operations:periodicTaskRun'),
      ('leads:calendarFeedRenewed', 'trips:calendarFeedRenewed'),
      ('leads:personErased', 'settings:personErased')
    ) as names (former, current) where former = name), name)
$$;

alter table audit_log disable trigger audit_log_is_append_only;
update audit_log set action = current_name(action) where action <> current_name(action);
alter table audit_log enable trigger audit_log_is_append_only;

-- `content:translationDrafted` is still the name of an event.
update outbox set type = current_name(type)
where type in ('leads:personErased', 'content:textRequested', 'cli:keysRotated', 'cli:retentionRun');

-- Processes of the previous release write the former names until they are replaced. A later release drops the triggers.
create function use_current_name() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'outbox' then
    new.type := current_name(new.type);
  else
    new.action := current_name(new.action);
  end if;
  return new;
end $$;

create trigger use_current_name before insert on outbox
  for each row when (new.type in ('leads:personErased', 'content:textRequested', 'cli:keysRotated', 'cli:retentionRun'))
  execute function use_current_name();
create trigger use_current_name before insert on audit_log
  for each row when (new.action in ('leads:personErased', 'cli:keysRotated', 'cli:retentionRun'))
  execute function use_current_name();

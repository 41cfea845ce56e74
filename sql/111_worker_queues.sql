-- Queue that the worker serves (`events`, `mail`, `texts`); null for a worker of an earlier version, which serves all
-- of them.
alter table workers add column queue text;

-- `events`, `mail` or `texts`; null for a worker of an earlier version, which serves all queues.
alter table workers add column queue text;

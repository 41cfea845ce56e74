-- How often workers have started the job. Only the worker that started the job last may continue it.
alter table jobs add column attempt integer not null default 0;

-- An act that changes the state of a lead ends the wait of its customer, and undoing the act restores the wait.
select record_acts_of('lead_waits', 'id', '');

-- When staff dropped a failure. Lists and counts of failures omit dropped rows. A retry clears this column.
alter table effects add column dropped_at timestamptz;
alter table jobs add column dropped_at timestamptz;

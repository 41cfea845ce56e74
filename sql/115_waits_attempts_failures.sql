-- Number of times that a worker has begun a job. Only the worker of the latest attempt may go on with it.
alter table jobs add column attempt integer not null default 0;

-- An act that changes the state of a lead ends the wait of its customer, and undoing the act restores the wait.
select record_acts_of('lead_waits', 'id', '');

-- When staff gave up a failure, which then is neither listed nor counted. A retry clears it.
alter table effects add column dropped_at timestamptz;
alter table jobs add column dropped_at timestamptz;

-- Latest job that changed or restored rows of an act. Staff read its outcome beside the act. Without a foreign key,
-- because jobs are kept longer than acts.
alter table bulk_acts add column job_id bigint;

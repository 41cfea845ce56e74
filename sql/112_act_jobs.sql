-- Latest job that changed or restored rows. No foreign key: acts are deleted after 90 days, jobs after a year.
alter table bulk_acts add column job_id bigint;

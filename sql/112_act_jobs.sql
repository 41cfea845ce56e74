-- Latest job that changed or restored rows of an act. Staff read the job's outcome beside the act. Needs no foreign
-- key, because the worker deletes acts after 90 days and jobs after a year.
alter table bulk_acts add column job_id bigint;

-- The worker fetches the jobs of each queue every 200 ms. The indexes of graphile-worker begin with the priority, so each
-- fetch of another queue read all waiting mails: 6.7 ms with 11,000 of them, 0.1 ms with this index.
-- Building the index blocks new jobs only briefly, because the table holds only unfinished jobs.
-- squawk-ignore require-concurrent-index-creation
create index jobs_by_task on graphile_worker._private_jobs (task_id, priority, run_at) where is_available;

-- A scheduled job is a task that becomes due again whenever a run ends.
INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, due_at, happened_at, created_at)
SELECT 'jobs', job_name, job_name, job_name, '', CASE WHEN run_id IS NULL THEN 'pending' ELSE 'running' END,
    failures + CASE WHEN run_id IS NULL THEN 0 ELSE 1 END, CASE WHEN run_id IS NULL THEN due_at ELSE expires_at END,
    due_at, due_at
FROM job_leases;
DROP TABLE job_leases;

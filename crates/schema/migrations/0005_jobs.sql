-- What administrators did.
CREATE TABLE audit_log (
    id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    actor_id plain_text,
    action plain_text NOT NULL,
    subject plain_text NOT NULL,
    old_value plain_text,
    new_value plain_text,
    ip_address plain_text,
    CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_created_at_idx ON audit_log (created_at desc);
CREATE INDEX audit_log_actor_id_created_at_idx ON audit_log (actor_id, created_at desc);

-- When each job is due and which run holds it.
CREATE TABLE job_leases (
    job_name plain_text NOT NULL,
    due_at plain_text NOT NULL,
    failures bigint NOT NULL DEFAULT 0,
    run_id plain_text,
    expires_at plain_text,
    CONSTRAINT job_leases_pkey PRIMARY KEY (job_name)
);

-- Switches of the automated sequences.
CREATE TABLE sequences (
    name plain_text NOT NULL,
    is_on boolean NOT NULL DEFAULT FALSE,
    on_since plain_text,
    searched_at plain_text,
    place plain_text,
    copied_at plain_text,
    secret plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT sequences_pkey PRIMARY KEY (name),
    CONSTRAINT sequences_name_check CHECK (name IN ('welcome', 'abandoned_checkout', 'first_month', 'away', 'win_back', 'after_refund'))
);

-- Purposes for which people get emails, and the basis of each.
CREATE TABLE email_purposes (
    user_id plain_text NOT NULL,
    purpose plain_text NOT NULL,
    basis plain_text NOT NULL,
    since plain_text NOT NULL,
    withdrawn_at plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT email_purposes_pkey PRIMARY KEY (user_id, purpose),
    CONSTRAINT email_purposes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT email_purposes_purpose_check CHECK (purpose IN ('checkout', 'membership', 'return')),
    CONSTRAINT email_purposes_basis_check CHECK (basis IN ('contract', 'consent'))
);

-- People in automated sequences.
CREATE TABLE sequence_runs (
    id plain_text NOT NULL,
    sequence plain_text NOT NULL,
    person plain_text NOT NULL,
    round bigint NOT NULL,
    user_id plain_text,
    email plain_text,
    occasion plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'running',
    step bigint NOT NULL DEFAULT 1,
    begun_at plain_text NOT NULL,
    due_at plain_text,
    ended_at plain_text,
    reason plain_text,
    CONSTRAINT sequence_runs_pkey PRIMARY KEY (id),
    CONSTRAINT sequence_runs_sequence_person_round_key UNIQUE (sequence, person, round),
    CONSTRAINT sequence_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sequence_runs_sequence_check CHECK (sequence IN ('welcome', 'abandoned_checkout', 'first_month', 'away', 'win_back', 'after_refund')),
    CONSTRAINT sequence_runs_state_check CHECK (state IN ('running', 'done', 'stopped')),
    CONSTRAINT sequence_runs_reason_check CHECK (reason IN ('bought', 'membership_over', 'came_back', 'unsubscribed', 'suppressed', 'erased', 'unreachable', 'overdue', 'not_needed', 'already_seen'))
);
CREATE INDEX sequence_runs_sequence_state_due_at_idx ON sequence_runs (sequence, state, due_at);
CREATE INDEX sequence_runs_user_id_idx ON sequence_runs (user_id);
CREATE INDEX sequence_runs_email_idx ON sequence_runs (email);

-- Sent and skipped steps of automated sequences.
CREATE TABLE sequence_steps (
    run plain_text NOT NULL,
    step bigint NOT NULL,
    sequence plain_text NOT NULL,
    user_id plain_text,
    email plain_text,
    outcome plain_text NOT NULL,
    reason plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT sequence_steps_pkey PRIMARY KEY (run, step),
    CONSTRAINT sequence_steps_run_fkey FOREIGN KEY (run) REFERENCES sequence_runs (id) ON DELETE CASCADE,
    CONSTRAINT sequence_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT sequence_steps_sequence_check CHECK (sequence IN ('welcome', 'abandoned_checkout', 'first_month', 'away', 'win_back', 'after_refund')),
    CONSTRAINT sequence_steps_outcome_check CHECK (outcome IN ('sent', 'skipped')),
    CONSTRAINT sequence_steps_reason_check CHECK (reason IN ('bought', 'membership_over', 'came_back', 'unsubscribed', 'suppressed', 'erased', 'unreachable', 'overdue', 'not_needed', 'already_seen'))
);
CREATE INDEX sequence_steps_sequence_outcome_reason_idx ON sequence_steps (sequence, outcome, reason);
CREATE INDEX sequence_steps_user_id_idx ON sequence_steps (user_id);
CREATE INDEX sequence_steps_email_idx ON sequence_steps (email);

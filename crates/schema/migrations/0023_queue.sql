-- One queue for all work that must not be lost; what the former queues held goes on in it.
CREATE TABLE tasks (
    queue plain_text NOT NULL,
    id plain_text NOT NULL,
    kind plain_text NOT NULL DEFAULT '',
    group_key plain_text NOT NULL,
    payload plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'pending',
    tries bigint NOT NULL DEFAULT 0,
    interruptions bigint NOT NULL DEFAULT 0,
    due_at plain_text,
    happened_at plain_text NOT NULL,
    created_at plain_text NOT NULL,
    settled_at plain_text,
    error plain_text,
    CONSTRAINT tasks_pkey PRIMARY KEY (queue, id),
    CONSTRAINT tasks_state_check CHECK (state IN ('pending', 'running', 'done', 'ignored', 'failed'))
);
CREATE INDEX tasks_queue_due_at_idx ON tasks (queue, due_at);
CREATE INDEX tasks_queue_group_key_idx ON tasks (queue, group_key);
CREATE INDEX tasks_queue_settled_at_idx ON tasks (queue, settled_at);
CREATE INDEX tasks_state_created_at_idx ON tasks (state, created_at);

INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, due_at, happened_at, created_at, settled_at, error)
SELECT 'payment_events', id, kind, coalesce(about, id), payload, state, tries, next_at, happened_at, created_at,
    settled_at, error
FROM payment_events;
DROP TABLE payment_events;

INSERT INTO tasks (queue, id, kind, group_key, payload, state, tries, due_at, happened_at, created_at, settled_at, error)
SELECT 'course_events', id, kind, coalesce(about, id), payload, state, tries, next_at, happened_at, created_at,
    settled_at, error
FROM hotmart_events;
DROP TABLE hotmart_events;

INSERT INTO tasks (queue, id, group_key, payload, tries, due_at, happened_at, created_at)
SELECT 'sandbox_deliveries', id, id, payload, tries, next_at, created_at, created_at FROM sandbox_events;
DROP TABLE sandbox_events;

-- A refund's row keeps what was given back; its work is a task.
INSERT INTO tasks (queue, id, kind, group_key, payload, tries, due_at, happened_at, created_at, error)
SELECT 'refunds', id, kind, user_id, '', tries, next_at, created_at, created_at, error
FROM payment_refunds WHERE next_at IS NOT NULL;
DROP INDEX payment_refunds_next_at_idx;
ALTER TABLE payment_refunds DROP COLUMN tries;
ALTER TABLE payment_refunds DROP COLUMN next_at;
ALTER TABLE payment_refunds DROP COLUMN error;

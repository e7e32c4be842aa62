-- Devices to which notices are sent.
CREATE TABLE push_subscriptions (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    session_id plain_text,
    endpoint plain_text NOT NULL,
    public_key plain_text NOT NULL,
    auth plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
    CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
    CONSTRAINT push_subscriptions_endpoint_check CHECK (length(endpoint) BETWEEN 1 AND 1000),
    CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions (id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_user_id_created_at_idx ON push_subscriptions (user_id, created_at desc);
CREATE INDEX push_subscriptions_session_id_idx ON push_subscriptions (session_id);

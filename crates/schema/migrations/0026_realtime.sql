-- Broadcasts on private topics that later joins may ask for.
CREATE TABLE realtime_messages (
    id plain_text NOT NULL,
    topic plain_text NOT NULL,
    event plain_text NOT NULL,
    payload plain_text NOT NULL,
    is_bytes boolean NOT NULL DEFAULT false,
    stored_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT realtime_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX realtime_messages_topic_stored_at_idx ON realtime_messages (topic, stored_at desc);
CREATE INDEX realtime_messages_expires_at_idx ON realtime_messages (expires_at);

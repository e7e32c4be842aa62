-- Channels that wait for approval.
ALTER TABLE channels ADD COLUMN is_waiting boolean NOT NULL DEFAULT false;
CREATE INDEX channels_created_by_is_waiting_idx ON channels (created_by, is_waiting);
CREATE INDEX channels_is_waiting_created_at_idx ON channels (is_waiting, created_at);

-- What the staff decided about channels of members.
CREATE TABLE channel_decisions (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    channel_id plain_text NOT NULL,
    name plain_text NOT NULL,
    is_approved boolean NOT NULL,
    reason plain_text,
    decided_by plain_text,
    decided_at plain_text,
    CONSTRAINT channel_decisions_pkey PRIMARY KEY (id),
    CONSTRAINT channel_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT channel_decisions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX channel_decisions_user_id_decided_at_idx ON channel_decisions (user_id, decided_at desc);
CREATE INDEX channel_decisions_decided_by_idx ON channel_decisions (decided_by);

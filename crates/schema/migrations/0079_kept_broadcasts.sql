-- Who sent a broadcast that is kept, and its size: both are asked when it is sent again, and bound what one person keeps.
ALTER TABLE realtime_messages ADD COLUMN sender_id plain_text REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE realtime_messages ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
UPDATE realtime_messages SET bytes = length(payload);
CREATE INDEX realtime_messages_sender_id_stored_at_idx ON realtime_messages (sender_id, stored_at desc);

-- How far each member is in each content.
CREATE TABLE content_progress (
    content_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    position bigint NOT NULL DEFAULT 0,
    progress bigint NOT NULL DEFAULT 0,
    completed_at plain_text,
    updated_at plain_text NOT NULL,
    CONSTRAINT content_progress_pkey PRIMARY KEY (content_id, user_id),
    CONSTRAINT content_progress_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE CASCADE,
    CONSTRAINT content_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT content_progress_position_check CHECK (position BETWEEN 0 AND 1000000),
    CONSTRAINT content_progress_progress_check CHECK (progress BETWEEN 0 AND 100)
);
CREATE INDEX content_progress_user_id_updated_at_idx ON content_progress (user_id, updated_at DESC);

-- What members noted stays when its lesson is removed.

-- @postgres
ALTER TABLE lesson_notes ALTER COLUMN lesson_id DROP NOT NULL;
ALTER TABLE lesson_notes DROP CONSTRAINT lesson_notes_lesson_id_fkey;
ALTER TABLE lesson_notes ADD CONSTRAINT lesson_notes_lesson_id_fkey
    FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE SET NULL;

-- @sqlite
CREATE TABLE lesson_notes_new (
    id plain_text NOT NULL,
    lesson_id plain_text,
    user_id plain_text NOT NULL,
    at_seconds bigint,
    content plain_text NOT NULL,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT lesson_notes_pkey PRIMARY KEY (id),
    CONSTRAINT lesson_notes_lesson_id_fkey FOREIGN KEY (lesson_id) REFERENCES lessons (id) ON DELETE SET NULL,
    CONSTRAINT lesson_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT lesson_notes_at_seconds_check CHECK (at_seconds BETWEEN 0 AND 86400),
    CONSTRAINT lesson_notes_content_check CHECK (length(content) BETWEEN 1 AND 10000)
);
INSERT INTO lesson_notes_new (id, lesson_id, user_id, at_seconds, content, created_at, updated_at)
SELECT id, lesson_id, user_id, at_seconds, content, created_at, updated_at FROM lesson_notes;
DROP TABLE lesson_notes;
ALTER TABLE lesson_notes_new RENAME TO lesson_notes;
CREATE INDEX lesson_notes_user_id_lesson_id_created_at_idx ON lesson_notes (user_id, lesson_id, created_at);
CREATE INDEX lesson_notes_lesson_id_idx ON lesson_notes (lesson_id);

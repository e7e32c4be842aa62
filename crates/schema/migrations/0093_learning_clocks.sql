-- Until when a member's time is used up, and the lessons finished on the last day, apart from the progress that the member
-- may delete.
CREATE TABLE learning_clocks (
    user_id plain_text NOT NULL,
    used_until plain_text,
    day plain_text,
    lessons jsonb NOT NULL DEFAULT '[]',
    CONSTRAINT learning_clocks_pkey PRIMARY KEY (user_id),
    CONSTRAINT learning_clocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
INSERT INTO learning_clocks (user_id, used_until)
SELECT user_id, max(played_at) FROM lesson_progress WHERE played_at IS NOT NULL GROUP BY user_id;
DROP INDEX lesson_progress_user_id_played_at_idx;
ALTER TABLE lesson_progress DROP COLUMN played_at;

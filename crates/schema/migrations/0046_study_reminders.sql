-- Reminders of the study plan, for members who ask for them.
ALTER TABLE learning_settings ADD COLUMN reminds boolean NOT NULL DEFAULT false;
CREATE INDEX learning_settings_reminds_user_id_idx ON learning_settings (reminds, user_id);

CREATE TABLE study_reminders (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    day plain_text NOT NULL,
    token plain_text NOT NULL,
    created_at plain_text NOT NULL,
    notified_at plain_text,
    CONSTRAINT study_reminders_pkey PRIMARY KEY (id),
    CONSTRAINT study_reminders_user_id_key UNIQUE (user_id),
    CONSTRAINT study_reminders_token_key UNIQUE (token),
    CONSTRAINT study_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT study_reminders_day_check CHECK (length(day) BETWEEN 10 AND 10)
);
CREATE INDEX study_reminders_notified_at_idx ON study_reminders (notified_at);

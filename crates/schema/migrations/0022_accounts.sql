-- When the person of a session last proved who they are by something no session had just added to the account.
ALTER TABLE sessions ADD COLUMN proved_at plain_text;
UPDATE sessions SET proved_at = created_at;
ALTER TABLE flow_states ADD COLUMN proved_at plain_text;

-- When a second factor was proved for the first time.
ALTER TABLE factors ADD COLUMN verified_at plain_text;
UPDATE factors SET verified_at = created_at WHERE status = 'verified';

-- Sign-in methods that a session added to its own account a short while ago.
CREATE TABLE recent_sign_in_methods (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    method plain_text NOT NULL,
    proved_at plain_text,
    counts_from plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT recent_sign_in_methods_pkey PRIMARY KEY (id),
    CONSTRAINT recent_sign_in_methods_user_id_method_key UNIQUE (user_id, method),
    CONSTRAINT recent_sign_in_methods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX recent_sign_in_methods_counts_from_idx ON recent_sign_in_methods (counts_from);

-- The person a message tells somebody else about, and nothing of what was sent long ago.
ALTER TABLE mail_messages ADD COLUMN about plain_text;
UPDATE mail_messages SET text = '', html = '', headers = '{}' WHERE state IN ('sent', 'suppressed');

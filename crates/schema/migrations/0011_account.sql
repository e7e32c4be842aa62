-- Legal texts people accepted.
CREATE TABLE consents (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    document plain_text NOT NULL,
    version plain_text NOT NULL,
    accepted_at plain_text NOT NULL,
    method plain_text NOT NULL DEFAULT 'settings',
    CONSTRAINT consents_pkey PRIMARY KEY (id),
    CONSTRAINT consents_user_id_document_version_key UNIQUE (user_id, document, version),
    CONSTRAINT consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT consents_document_check CHECK (document IN ('terms', 'privacy')),
    CONSTRAINT consents_version_check CHECK (length(version) BETWEEN 1 AND 40),
    CONSTRAINT consents_method_check CHECK (method IN ('sign_up', 'settings'))
);

-- Accounts to be erased, and when.
CREATE TABLE account_erasures (
    user_id plain_text NOT NULL,
    requested_at plain_text NOT NULL,
    due_at plain_text NOT NULL,
    CONSTRAINT account_erasures_pkey PRIMARY KEY (user_id),
    CONSTRAINT account_erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX account_erasures_due_at_idx ON account_erasures (due_at);

-- Which letters people want.
CREATE TABLE notification_preferences (
    user_id plain_text NOT NULL,
    community_replies boolean NOT NULL DEFAULT true,
    updated_at plain_text NOT NULL,
    CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id),
    CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- Comments whose author's post they answer owe a letter; those of before owe none.
ALTER TABLE community_comments ADD COLUMN notified_at plain_text;
UPDATE community_comments SET notified_at = created_at;
CREATE INDEX community_comments_notified_at_idx ON community_comments (notified_at);

-- Keys of devices that sign in by themselves.
CREATE TABLE passkeys (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    friendly_name plain_text NOT NULL,
    credential_id plain_text NOT NULL,
    credential jsonb NOT NULL,
    last_used_at plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT passkeys_pkey PRIMARY KEY (id),
    CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
    CONSTRAINT passkeys_user_id_friendly_name_key UNIQUE (user_id, friendly_name),
    CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- Challenges a device has yet to sign.
CREATE TABLE passkey_challenges (
    id plain_text NOT NULL,
    ceremony plain_text NOT NULL,
    user_id plain_text,
    state jsonb NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id),
    CONSTRAINT passkey_challenges_ceremony_check CHECK (ceremony IN ('registration', 'authentication')),
    CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX passkey_challenges_user_id_idx ON passkey_challenges (user_id);
CREATE INDEX passkey_challenges_expires_at_idx ON passkey_challenges (expires_at);

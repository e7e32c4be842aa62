-- Second factors.
CREATE TABLE factors (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    factor_type plain_text NOT NULL,
    status plain_text NOT NULL DEFAULT 'unverified',
    friendly_name plain_text NOT NULL DEFAULT '',
    phone plain_text,
    secret plain_text,
    last_step bigint,
    wrong_codes bigint NOT NULL DEFAULT 0,
    locked_until plain_text,
    last_challenged_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT factors_pkey PRIMARY KEY (id),
    CONSTRAINT factors_user_id_friendly_name_key UNIQUE (user_id, friendly_name),
    CONSTRAINT factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT factors_factor_type_check CHECK (factor_type IN ('totp', 'phone', 'webauthn', 'recovery_code')),
    CONSTRAINT factors_status_check CHECK (status IN ('unverified', 'verified'))
);

-- Questions to the holder of a second factor.
CREATE TABLE factor_challenges (
    id plain_text NOT NULL,
    factor_id plain_text NOT NULL,
    ip_address plain_text,
    secret plain_text,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT factor_challenges_pkey PRIMARY KEY (id),
    CONSTRAINT factor_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES factors (id) ON DELETE CASCADE
);
CREATE INDEX factor_challenges_factor_id_idx ON factor_challenges (factor_id);
CREATE INDEX factor_challenges_expires_at_idx ON factor_challenges (expires_at);

-- Single-use codes that stand in for a lost second factor.
CREATE TABLE recovery_codes (
    id plain_text NOT NULL,
    factor_id plain_text NOT NULL,
    digest plain_text NOT NULL,
    used_at plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (id),
    CONSTRAINT recovery_codes_factor_id_digest_key UNIQUE (factor_id, digest),
    CONSTRAINT recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES factors (id) ON DELETE CASCADE
);

-- The factor that raised a session.
ALTER TABLE sessions ADD COLUMN factor_id plain_text;

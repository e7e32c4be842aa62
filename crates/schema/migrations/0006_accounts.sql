-- Links with codes, and clients that finish a sign-in with their verifier.
ALTER TABLE one_time_tokens ADD COLUMN link_expires_at plain_text;
ALTER TABLE one_time_tokens ADD COLUMN code_digest plain_text;
ALTER TABLE one_time_tokens ADD COLUMN code_expires_at plain_text;
ALTER TABLE one_time_tokens ADD COLUMN code_challenge plain_text;
ALTER TABLE one_time_tokens ADD COLUMN code_challenge_method plain_text;
UPDATE one_time_tokens SET link_expires_at = expires_at;
CREATE INDEX one_time_tokens_email_idx ON one_time_tokens (email);
CREATE INDEX one_time_tokens_expires_at_idx ON one_time_tokens (expires_at);

-- Sign-ins waiting for their code verifier.
CREATE TABLE flow_states (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    digest plain_text NOT NULL,
    authentication_method plain_text NOT NULL,
    code_challenge plain_text NOT NULL,
    code_challenge_method plain_text NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT flow_states_pkey PRIMARY KEY (id),
    CONSTRAINT flow_states_digest_key UNIQUE (digest),
    CONSTRAINT flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT flow_states_code_challenge_method_check CHECK (code_challenge_method IN ('s256', 'plain'))
);
CREATE INDEX flow_states_user_id_idx ON flow_states (user_id);
CREATE INDEX flow_states_expires_at_idx ON flow_states (expires_at);

-- A change of address that waits for both sides.
ALTER TABLE users ADD COLUMN new_email plain_text;
ALTER TABLE users ADD COLUMN email_change_sent_at plain_text;
ALTER TABLE users ADD COLUMN email_change_proved plain_text
    CONSTRAINT users_email_change_proved_check CHECK (email_change_proved IN ('current', 'new'));
ALTER TABLE users ADD COLUMN reauthentication_sent_at plain_text;

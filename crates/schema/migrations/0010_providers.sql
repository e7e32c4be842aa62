-- Sign-ins that are at a provider.
CREATE TABLE provider_flows (
    id plain_text NOT NULL,
    digest plain_text NOT NULL,
    browser_digest plain_text NOT NULL,
    provider plain_text NOT NULL,
    redirect_to plain_text NOT NULL,
    code_challenge plain_text,
    code_challenge_method plain_text,
    user_id plain_text,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT provider_flows_pkey PRIMARY KEY (id),
    CONSTRAINT provider_flows_digest_key UNIQUE (digest),
    CONSTRAINT provider_flows_code_challenge_method_check CHECK (code_challenge_method IN ('s256', 'plain')),
    CONSTRAINT provider_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX provider_flows_user_id_idx ON provider_flows (user_id);
CREATE INDEX provider_flows_expires_at_idx ON provider_flows (expires_at);

-- The provider's own tokens, for the client that finishes with its verifier.
ALTER TABLE flow_states ADD COLUMN provider_tokens plain_text;

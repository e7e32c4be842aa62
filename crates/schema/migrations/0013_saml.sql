-- The address a company says of one of its people.
ALTER TABLE users ADD COLUMN sso_email plain_text;

-- The id of the request a company answers.
ALTER TABLE provider_flows ADD COLUMN request_id plain_text;

-- Answers of companies that have served.
CREATE TABLE saml_assertions (
    id plain_text NOT NULL,
    digest plain_text NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT saml_assertions_pkey PRIMARY KEY (id),
    CONSTRAINT saml_assertions_digest_key UNIQUE (digest)
);
CREATE INDEX saml_assertions_expires_at_idx ON saml_assertions (expires_at);

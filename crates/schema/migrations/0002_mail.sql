-- Messages to be sent, and those that were.
CREATE TABLE mail_messages (
    id plain_text NOT NULL,
    kind plain_text NOT NULL,
    recipient plain_text NOT NULL,
    subject plain_text NOT NULL,
    text plain_text NOT NULL,
    html plain_text NOT NULL,
    headers jsonb NOT NULL DEFAULT '{}',
    dedupe_key plain_text,
    queue plain_text NOT NULL DEFAULT 'transactional',
    state plain_text NOT NULL DEFAULT 'queued',
    attempts bigint NOT NULL DEFAULT 0,
    interruptions bigint NOT NULL DEFAULT 0,
    next_at plain_text,
    expires_at plain_text,
    created_at plain_text NOT NULL,
    sent_at plain_text,
    last_error plain_text,
    CONSTRAINT mail_messages_pkey PRIMARY KEY (id),
    CONSTRAINT mail_messages_dedupe_key_key UNIQUE (dedupe_key),
    CONSTRAINT mail_messages_kind_check CHECK (kind IN ('email', 'sms')),
    CONSTRAINT mail_messages_queue_check CHECK (queue IN ('transactional', 'newsletter')),
    CONSTRAINT mail_messages_state_check CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'suppressed'))
);
CREATE INDEX mail_messages_queue_next_at_idx ON mail_messages (queue, next_at);
CREATE INDEX mail_messages_state_sent_at_idx ON mail_messages (state, sent_at);
CREATE INDEX mail_messages_created_at_idx ON mail_messages (created_at);

-- Addresses that refuse letters.
CREATE TABLE mail_suppressions (
    recipient plain_text NOT NULL,
    reason plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT mail_suppressions_pkey PRIMARY KEY (recipient)
);

-- What follows from rows that were written before there was mail is over and done with.
ALTER TABLE contacts ADD COLUMN notified_at plain_text;
UPDATE contacts SET notified_at = created_at;
CREATE INDEX contacts_notified_at_idx ON contacts (notified_at);

ALTER TABLE newsletter_subscriptions ADD COLUMN token plain_text;
ALTER TABLE newsletter_subscriptions ADD COLUMN confirmed_at plain_text;
ALTER TABLE newsletter_subscriptions ADD COLUMN unsubscribed_at plain_text;
ALTER TABLE newsletter_subscriptions ADD COLUMN notified_at plain_text;
UPDATE newsletter_subscriptions SET confirmed_at = created_at, notified_at = created_at;
CREATE UNIQUE INDEX newsletter_subscriptions_token_active_key ON newsletter_subscriptions (token) WHERE token IS NOT NULL;
CREATE INDEX newsletter_subscriptions_notified_at_idx ON newsletter_subscriptions (notified_at);

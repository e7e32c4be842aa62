-- Notices of changes of price, terms and privacy policy, and their recipients.
CREATE TABLE contract_notices (
    id plain_text NOT NULL,
    kind plain_text NOT NULL,
    audience plain_text NOT NULL,
    plans jsonb NOT NULL DEFAULT '[]',
    effective_on plain_text NOT NULL,
    subject plain_text NOT NULL,
    body plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'sending',
    recipients bigint NOT NULL,
    sent bigint NOT NULL DEFAULT 0,
    failed bigint NOT NULL DEFAULT 0,
    place plain_text NOT NULL,
    created_at plain_text NOT NULL,
    finished_at plain_text,
    CONSTRAINT contract_notices_pkey PRIMARY KEY (id),
    CONSTRAINT contract_notices_kind_check CHECK (kind IN ('price', 'terms', 'privacy')),
    CONSTRAINT contract_notices_audience_check CHECK (audience IN ('members', 'accounts', 'everyone')),
    CONSTRAINT contract_notices_effective_on_check CHECK (length(effective_on) BETWEEN 10 AND 10),
    CONSTRAINT contract_notices_subject_check CHECK (length(subject) BETWEEN 1 AND 200),
    CONSTRAINT contract_notices_body_check CHECK (length(body) BETWEEN 1 AND 5000),
    CONSTRAINT contract_notices_state_check CHECK (state IN ('sending', 'done', 'stopped'))
);
CREATE INDEX contract_notices_created_at_id_idx ON contract_notices (created_at desc, id);

CREATE TABLE contract_notice_recipients (
    notice plain_text NOT NULL,
    number bigint NOT NULL,
    user_id plain_text,
    email plain_text,
    kind plain_text NOT NULL,
    subject plain_text NOT NULL,
    effective_on plain_text NOT NULL,
    state plain_text NOT NULL DEFAULT 'waiting',
    reason plain_text,
    settled_at plain_text,
    CONSTRAINT contract_notice_recipients_pkey PRIMARY KEY (notice, number),
    CONSTRAINT contract_notice_recipients_email_notice_key UNIQUE (email, notice),
    CONSTRAINT contract_notice_recipients_notice_fkey FOREIGN KEY (notice) REFERENCES contract_notices (id) ON DELETE CASCADE,
    CONSTRAINT contract_notice_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT contract_notice_recipients_kind_check CHECK (kind IN ('price', 'terms', 'privacy')),
    CONSTRAINT contract_notice_recipients_state_check CHECK (state IN ('waiting', 'queued', 'sent', 'failed'))
);
CREATE INDEX contract_notice_recipients_notice_state_number_idx ON contract_notice_recipients (notice, state, number);
CREATE INDEX contract_notice_recipients_user_id_idx ON contract_notice_recipients (user_id);

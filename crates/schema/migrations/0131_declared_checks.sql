-- Checks that the declarations had and the database had not.

-- @postgres
ALTER TABLE content_comments ADD CONSTRAINT content_comments_body_check CHECK (length(body) BETWEEN 1 AND 2000);
ALTER TABLE mail_messages DROP CONSTRAINT mail_messages_state_check;
ALTER TABLE mail_messages ADD CONSTRAINT mail_messages_state_check
    CHECK (state IN ('queued', 'sent', 'failed', 'suppressed'));
ALTER TABLE plan_entitlements ADD CONSTRAINT plan_entitlements_plan_check CHECK (plan IN ('update', 'scale', 'professional'));
ALTER TABLE plan_entitlements ADD CONSTRAINT plan_entitlements_entitlement_check CHECK (entitlement IN (
    'articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates',
    'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'));

-- @sqlite
CREATE TABLE content_comments_new (
    id plain_text NOT NULL,
    content_id plain_text NOT NULL,
    author_id plain_text,
    body plain_text NOT NULL,
    created_at plain_text NOT NULL,
    resolved_at plain_text,
    resolved_by plain_text,
    CONSTRAINT content_comments_pkey PRIMARY KEY (id),
    CONSTRAINT content_comments_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE CASCADE,
    CONSTRAINT content_comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT content_comments_body_check CHECK (length(body) BETWEEN 1 AND 2000),
    CONSTRAINT content_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users (id) ON DELETE SET NULL
);
INSERT INTO content_comments_new (id, content_id, author_id, body, created_at, resolved_at, resolved_by)
SELECT id, content_id, author_id, body, created_at, resolved_at, resolved_by FROM content_comments;
DROP TABLE content_comments;
ALTER TABLE content_comments_new RENAME TO content_comments;
CREATE INDEX content_comments_content_id_created_at_id_idx ON content_comments (content_id, created_at, id);
CREATE INDEX content_comments_author_id_idx ON content_comments (author_id);

CREATE TABLE mail_messages_new (
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
    expires_at plain_text,
    created_at plain_text NOT NULL,
    sent_at plain_text,
    last_error plain_text,
    about plain_text,
    CONSTRAINT mail_messages_pkey PRIMARY KEY (id),
    CONSTRAINT mail_messages_dedupe_key_key UNIQUE (dedupe_key),
    CONSTRAINT mail_messages_kind_check CHECK (kind IN ('email', 'sms')),
    CONSTRAINT mail_messages_queue_check CHECK (queue IN ('transactional', 'newsletter')),
    CONSTRAINT mail_messages_state_check CHECK (state IN ('queued', 'sent', 'failed', 'suppressed'))
);
INSERT INTO mail_messages_new (id, kind, recipient, subject, text, html, headers, dedupe_key, queue, state, expires_at,
    created_at, sent_at, last_error, about)
SELECT id, kind, recipient, subject, text, html, headers, dedupe_key, queue, state, expires_at,
    created_at, sent_at, last_error, about FROM mail_messages;
DROP TABLE mail_messages;
ALTER TABLE mail_messages_new RENAME TO mail_messages;
CREATE INDEX mail_messages_state_sent_at_idx ON mail_messages (state, sent_at);
CREATE INDEX mail_messages_created_at_idx ON mail_messages (created_at);

DROP VIEW member_entitlements;
CREATE TABLE plan_entitlements_new (
    plan plain_text NOT NULL,
    entitlement plain_text NOT NULL,
    ends_at plain_text,
    announced_at plain_text,
    tells_members boolean NOT NULL DEFAULT false,
    notified_at plain_text,
    CONSTRAINT plan_entitlements_pkey PRIMARY KEY (plan, entitlement),
    CONSTRAINT plan_entitlements_plan_check CHECK (plan IN ('update', 'scale', 'professional')),
    CONSTRAINT plan_entitlements_entitlement_check CHECK (entitlement IN (
        'articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates',
        'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'))
);
INSERT INTO plan_entitlements_new (plan, entitlement, ends_at, announced_at, tells_members, notified_at)
SELECT plan, entitlement, ends_at, announced_at, tells_members, notified_at FROM plan_entitlements;
DROP TABLE plan_entitlements;
ALTER TABLE plan_entitlements_new RENAME TO plan_entitlements;
CREATE VIEW member_entitlements AS
    SELECT s.user_id, e.entitlement,
           CASE WHEN s.current_period_start >= e.ends_at AND s.access_until > e.ends_at THEN e.ends_at
                ELSE s.access_until END AS until
    FROM subscribers s JOIN plan_entitlements e ON e.plan = s.plan
    WHERE e.announced_at IS NULL OR coalesce(s.member_since, s.created_at) < e.announced_at;

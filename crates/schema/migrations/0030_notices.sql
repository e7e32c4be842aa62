-- Notices of contents and of moderation, and why a notice came: the check of kinds is written anew.
CREATE TABLE notices_kept AS SELECT * FROM notices;
DROP TABLE notices;
-- What members should know.
CREATE TABLE notices (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    content_id plain_text,
    reason plain_text,
    actor_id plain_text,
    actors bigint NOT NULL DEFAULT 1,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    read_at plain_text,
    emailed_at plain_text,
    CONSTRAINT notices_pkey PRIMARY KEY (id),
    CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT notices_kind_check CHECK (kind IN ('mention', 'reply', 'comment', 'accepted', 'like', 'post', 'content', 'moderation')),
    CONSTRAINT notices_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT notices_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE,
    CONSTRAINT notices_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE CASCADE,
    CONSTRAINT notices_reason_check CHECK (reason IN ('author', 'post', 'channel')),
    CONSTRAINT notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users (id) ON DELETE SET NULL
);
-- Emails begin with what happens from now on.
INSERT INTO notices (
    id, user_id, kind, post_id, comment_id, actor_id, actors, created_at, updated_at, read_at, emailed_at
) SELECT
    id, user_id, kind, post_id, comment_id, actor_id, actors, created_at, updated_at, read_at, created_at
FROM notices_kept;
DROP TABLE notices_kept;
CREATE INDEX notices_user_id_updated_at_idx ON notices (user_id, updated_at desc);
CREATE INDEX notices_user_id_read_at_idx ON notices (user_id, read_at);
CREATE INDEX notices_post_id_idx ON notices (post_id);
CREATE INDEX notices_comment_id_idx ON notices (comment_id);
CREATE INDEX notices_content_id_idx ON notices (content_id);
CREATE INDEX notices_actor_id_idx ON notices (actor_id);
CREATE INDEX notices_emailed_at_created_at_idx ON notices (emailed_at, created_at);

-- How often notices are sent by email. Who wanted no email about comments gets none of notices.
ALTER TABLE notification_preferences ADD COLUMN email_period plain_text NOT NULL DEFAULT 'semana' CONSTRAINT notification_preferences_email_period_check CHECK (email_period IN ('5min', 'hora', '3h', '6h', '12h', 'dia', 'semana', 'nunca'));
ALTER TABLE notification_preferences ADD COLUMN summary_period plain_text NOT NULL DEFAULT 'semana' CONSTRAINT notification_preferences_summary_period_check CHECK (summary_period IN ('dia', 'semana', 'mes', 'nunca'));
ALTER TABLE notification_preferences ADD COLUMN new_content boolean NOT NULL DEFAULT true;
UPDATE notification_preferences SET email_period = 'nunca' WHERE NOT community_replies;
ALTER TABLE notification_preferences DROP COLUMN community_replies;

-- Which emails of notices people got.
CREATE TABLE notice_emails (
    user_id plain_text NOT NULL,
    token plain_text NOT NULL,
    emailed_at plain_text,
    summary_at plain_text,
    day plain_text,
    sent bigint NOT NULL DEFAULT 0,
    CONSTRAINT notice_emails_pkey PRIMARY KEY (user_id),
    CONSTRAINT notice_emails_token_key UNIQUE (token),
    CONSTRAINT notice_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

-- Notices of comments are no longer sent by the rows of the comments.
DROP INDEX community_comments_notified_at_idx;
ALTER TABLE community_comments DROP COLUMN notified_at;

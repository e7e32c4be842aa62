-- Editors, and those of them who may publish: the check of roles is written anew.
CREATE TABLE user_roles_kept AS SELECT * FROM user_roles;
DROP TABLE user_roles;
CREATE TABLE user_roles (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    role plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT user_roles_pkey PRIMARY KEY (id),
    CONSTRAINT user_roles_user_id_role_key UNIQUE (user_id, role),
    CONSTRAINT user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT user_roles_role_check CHECK (role IN ('admin', 'moderator', 'editor', 'publisher'))
);
INSERT INTO user_roles (id, user_id, role, created_at) SELECT id, user_id, role, created_at FROM user_roles_kept;
DROP TABLE user_roles_kept;
CREATE INDEX user_roles_role_idx ON user_roles (role);

-- What waits for somebody who may publish.
CREATE TABLE content_reviews (
    content_id plain_text NOT NULL,
    state plain_text NOT NULL,
    author_id plain_text,
    requested_at plain_text NOT NULL,
    changed_at plain_text NOT NULL,
    CONSTRAINT content_reviews_pkey PRIMARY KEY (content_id),
    CONSTRAINT content_reviews_content_id_fkey FOREIGN KEY (content_id) REFERENCES contents (id) ON DELETE CASCADE,
    CONSTRAINT content_reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT content_reviews_state_check CHECK (state IN ('waiting', 'returned'))
);
CREATE INDEX content_reviews_state_changed_at_idx ON content_reviews (state, changed_at);

-- What is said about a content among those who work on it.
CREATE TABLE content_comments (
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
    CONSTRAINT content_comments_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX content_comments_content_id_created_at_id_idx ON content_comments (content_id, created_at, id);

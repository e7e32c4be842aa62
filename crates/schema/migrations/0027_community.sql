ALTER TABLE community_posts ADD COLUMN edited_at plain_text;

ALTER TABLE community_posts ADD COLUMN last_activity_at plain_text NOT NULL DEFAULT '';

ALTER TABLE community_posts ADD COLUMN deleted_at plain_text;

ALTER TABLE community_posts ADD COLUMN is_deleted boolean NOT NULL DEFAULT false;

ALTER TABLE community_posts ADD COLUMN content_html plain_text;

ALTER TABLE community_posts ADD COLUMN excerpt plain_text;

ALTER TABLE community_posts ADD COLUMN search_text plain_text;

ALTER TABLE community_comments ADD COLUMN parent_id plain_text CONSTRAINT community_comments_parent_id_fkey REFERENCES community_comments (id) ON DELETE CASCADE;

ALTER TABLE community_comments ADD COLUMN is_accepted boolean NOT NULL DEFAULT false;

ALTER TABLE community_comments ADD COLUMN edited_at plain_text;

ALTER TABLE community_comments ADD COLUMN deleted_at plain_text;

ALTER TABLE community_comments ADD COLUMN is_deleted boolean NOT NULL DEFAULT false;

ALTER TABLE community_comments ADD COLUMN content_html plain_text;

ALTER TABLE community_comments ADD COLUMN search_text plain_text;

-- Rows of before: their newest comment, and a text for the search. Their HTML is made when they are next written; until
-- then the page shows their text.
UPDATE community_posts SET
    last_activity_at = coalesce((SELECT max(created_at) FROM community_comments WHERE post_id = community_posts.id), created_at),
    excerpt = substr(content, 1, 240),
    search_text = lower(title || ' ' || content);
UPDATE community_comments SET search_text = lower(content);

CREATE INDEX community_posts_channel_id_is_pinned_last_activity_at_idx ON community_posts (channel_id, is_pinned desc, last_activity_at desc);
CREATE INDEX community_posts_channel_id_created_at_idx ON community_posts (channel_id, created_at desc);
CREATE INDEX community_posts_deleted_at_idx ON community_posts (deleted_at);
CREATE UNIQUE INDEX community_comments_post_id_active_key ON community_comments (post_id) WHERE is_accepted;
CREATE INDEX community_comments_parent_id_idx ON community_comments (parent_id);
CREATE INDEX community_comments_deleted_at_idx ON community_comments (deleted_at);

-- Who likes which comment.
CREATE TABLE community_comment_likes (
    comment_id plain_text NOT NULL,
    post_id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT community_comment_likes_pkey PRIMARY KEY (comment_id, user_id),
    CONSTRAINT community_comment_likes_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE,
    CONSTRAINT community_comment_likes_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_comment_likes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_comment_likes_user_id_idx ON community_comment_likes (user_id);
CREATE INDEX community_comment_likes_post_id_idx ON community_comment_likes (post_id);

-- Former texts of edited posts and comments.
CREATE TABLE community_revisions (
    id plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    author_id plain_text NOT NULL,
    title plain_text,
    content plain_text NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT community_revisions_pkey PRIMARY KEY (id),
    CONSTRAINT community_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_revisions_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE,
    CONSTRAINT community_revisions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX community_revisions_post_id_created_at_idx ON community_revisions (post_id, created_at desc);
CREATE INDEX community_revisions_comment_id_created_at_idx ON community_revisions (comment_id, created_at desc);
CREATE INDEX community_revisions_author_id_idx ON community_revisions (author_id);

-- Texts that members have not sent yet.
CREATE TABLE community_drafts (
    user_id plain_text NOT NULL,
    place plain_text NOT NULL,
    title plain_text,
    content plain_text,
    sequence bigint NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT community_drafts_pkey PRIMARY KEY (user_id, place),
    CONSTRAINT community_drafts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT community_drafts_place_check CHECK (length(place) BETWEEN 1 AND 100),
    CONSTRAINT community_drafts_title_check CHECK (length(title) BETWEEN 0 AND 200),
    CONSTRAINT community_drafts_content_check CHECK (length(content) BETWEEN 0 AND 20000),
    CONSTRAINT community_drafts_sequence_check CHECK (sequence BETWEEN 0 AND 9223372036854775807)
);

-- What members follow in channels, and until when they have read them.
CREATE TABLE channel_states (
    user_id plain_text NOT NULL,
    channel_id plain_text NOT NULL,
    read_at plain_text,
    level plain_text,
    CONSTRAINT channel_states_pkey PRIMARY KEY (user_id, channel_id),
    CONSTRAINT channel_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT channel_states_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES channels (id) ON DELETE CASCADE,
    CONSTRAINT channel_states_level_check CHECK (level IN ('acompanhar', 'seguir', 'normal', 'silenciar'))
);
CREATE INDEX channel_states_channel_id_level_idx ON channel_states (channel_id, level);

-- What members follow under posts, and until when they have read them.
CREATE TABLE post_states (
    user_id plain_text NOT NULL,
    post_id plain_text NOT NULL,
    read_at plain_text,
    level plain_text,
    CONSTRAINT post_states_pkey PRIMARY KEY (user_id, post_id),
    CONSTRAINT post_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT post_states_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT post_states_level_check CHECK (level IN ('acompanhar', 'seguir', 'normal', 'silenciar'))
);
CREATE INDEX post_states_post_id_level_idx ON post_states (post_id, level);

-- What members should know.
CREATE TABLE notices (
    id plain_text NOT NULL,
    user_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    actor_id plain_text,
    actors bigint NOT NULL DEFAULT 1,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    read_at plain_text,
    emailed_at plain_text,
    CONSTRAINT notices_pkey PRIMARY KEY (id),
    CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT notices_kind_check CHECK (kind IN ('mention', 'reply', 'comment', 'accepted', 'like', 'post')),
    CONSTRAINT notices_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT notices_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE,
    CONSTRAINT notices_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX notices_user_id_created_at_idx ON notices (user_id, created_at desc);
CREATE INDEX notices_user_id_read_at_idx ON notices (user_id, read_at);
CREATE INDEX notices_post_id_idx ON notices (post_id);
CREATE INDEX notices_comment_id_idx ON notices (comment_id);
CREATE INDEX notices_actor_id_idx ON notices (actor_id);
CREATE INDEX notices_emailed_at_created_at_idx ON notices (emailed_at, created_at);

-- What pages say of themselves whose addresses stand alone in a post or comment.
CREATE TABLE link_cards (
    id plain_text NOT NULL,
    url plain_text NOT NULL,
    state plain_text NOT NULL,
    title plain_text,
    description plain_text,
    file_key plain_text,
    width bigint,
    height bigint,
    fetched_at plain_text,
    created_at plain_text NOT NULL,
    CONSTRAINT link_cards_pkey PRIMARY KEY (id),
    CONSTRAINT link_cards_url_key UNIQUE (url),
    CONSTRAINT link_cards_state_check CHECK (state IN ('waiting', 'shown', 'none'))
);
CREATE INDEX link_cards_created_at_idx ON link_cards (created_at);

-- Which posts and comments show which link as a card.
CREATE TABLE community_links (
    id plain_text NOT NULL,
    url plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    CONSTRAINT community_links_pkey PRIMARY KEY (id),
    CONSTRAINT community_links_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_links_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE
);
CREATE INDEX community_links_url_idx ON community_links (url);
CREATE INDEX community_links_post_id_idx ON community_links (post_id);
CREATE INDEX community_links_comment_id_idx ON community_links (comment_id);

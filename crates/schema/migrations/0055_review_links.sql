-- Links that show a content before it is published.
CREATE TABLE content_review_links (
    id plain_text NOT NULL,
    content_id plain_text NOT NULL,
    digest plain_text NOT NULL,
    author_id plain_text NOT NULL,
    created_at plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    CONSTRAINT content_review_links_pkey PRIMARY KEY (id),
    CONSTRAINT content_review_links_digest_key UNIQUE (digest),
    CONSTRAINT content_review_links_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX content_review_links_content_id_created_at_id_idx ON content_review_links (content_id, created_at desc, id);
CREATE INDEX content_review_links_expires_at_idx ON content_review_links (expires_at);

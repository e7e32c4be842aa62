-- How much a member has stored.
CREATE INDEX objects_owner_bucket_id_idx ON objects (owner, bucket_id);

-- Which files of the bucket `community` a post or a comment shows.
CREATE TABLE community_pictures (
    id plain_text NOT NULL,
    file_key plain_text NOT NULL,
    post_id plain_text,
    comment_id plain_text,
    CONSTRAINT community_pictures_pkey PRIMARY KEY (id),
    CONSTRAINT community_pictures_post_id_fkey FOREIGN KEY (post_id) REFERENCES community_posts (id) ON DELETE CASCADE,
    CONSTRAINT community_pictures_comment_id_fkey FOREIGN KEY (comment_id) REFERENCES community_comments (id) ON DELETE CASCADE
);
CREATE INDEX community_pictures_file_key_idx ON community_pictures (file_key);
CREATE INDEX community_pictures_post_id_idx ON community_pictures (post_id);
CREATE INDEX community_pictures_comment_id_idx ON community_pictures (comment_id);

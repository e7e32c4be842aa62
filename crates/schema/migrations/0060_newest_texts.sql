-- The search looks at the newest texts first.
CREATE INDEX lessons_created_at_id_idx ON lessons (created_at desc, id desc);
CREATE INDEX community_comments_created_at_id_idx ON community_comments (created_at desc, id desc);
CREATE INDEX community_posts_created_at_id_idx ON community_posts (created_at desc, id desc);
DROP INDEX community_posts_created_at_idx;

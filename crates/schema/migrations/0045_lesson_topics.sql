-- The lesson that a post of the community is about.
ALTER TABLE community_posts ADD COLUMN lesson_id plain_text REFERENCES lessons (id) ON DELETE SET NULL;
CREATE INDEX community_posts_lesson_id_last_activity_at_idx ON community_posts (lesson_id, last_activity_at DESC);

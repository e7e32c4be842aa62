-- A post about a lesson is as open as the lesson's course; every other post opens with the community.
ALTER TABLE community_posts ADD COLUMN entitlement plain_text NOT NULL DEFAULT 'community'
    CONSTRAINT community_posts_entitlement_check CHECK (entitlement IN (
        'articles', 'podcasts', 'premium_newsletter', 'updates', 'community', 'mobile', 'courses', 'lives', 'masterclasses', 'certificates',
        'vip_chat', 'downloads', 'management_software', 'dashboards', 'integrations', 'priority_support', 'consultancy', 'early_access'));
UPDATE community_posts SET entitlement = (
    SELECT courses.entitlement FROM lessons JOIN courses ON courses.id = lessons.course_id
    WHERE lessons.id = community_posts.lesson_id)
WHERE lesson_id IN (SELECT id FROM lessons WHERE NOT is_sample);

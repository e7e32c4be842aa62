-- Texts are folded in a new way: what is searched and compared is computed again while the server runs. Where there are no
-- accounts there is nothing to compute.
INSERT INTO tasks (queue, id, kind, group_key, payload, state, due_at, happened_at, created_at)
SELECT 'recompute', '0088 ' || name, name, name, '', 'pending', '2026-11-28T00:00:00.000000+00:00',
    '2026-11-28T00:00:00.000000+00:00', '2026-11-28T00:00:00.000000+00:00'
FROM (SELECT 'users' AS name UNION ALL SELECT 'member_profiles' UNION ALL SELECT 'contacts' UNION ALL SELECT 'contents'
      UNION ALL SELECT 'content_slugs' UNION ALL SELECT 'community_posts' UNION ALL SELECT 'community_comments'
      UNION ALL SELECT 'courses' UNION ALL SELECT 'lessons') AS folded
WHERE EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM contents) OR EXISTS (SELECT 1 FROM contacts);
-- Names of files are filled in when the server starts.
UPDATE objects SET search_name = NULL;

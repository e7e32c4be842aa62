-- The picture of a profile is a file in the person's own folder, by its path on this site; others would be asked of another site.
UPDATE member_profiles SET avatar_url = (
    SELECT '/storage/v1/object/public/avatars/' || objects.name FROM objects
    WHERE objects.bucket_id = 'avatars'
      AND substr(objects.name, 1, length(member_profiles.user_id) + 1) = member_profiles.user_id || '/'
      AND substr(member_profiles.avatar_url, length(member_profiles.avatar_url) - length(objects.name)) = '/' || objects.name
    LIMIT 1)
WHERE avatar_url IS NOT NULL AND avatar_url <> '';

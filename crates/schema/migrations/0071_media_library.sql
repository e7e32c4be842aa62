-- The lists of the media library are read from indexes alone. Names are bounded: an index holds no long text.
UPDATE objects SET search_name = substr(search_name, 1, 300) WHERE length(search_name) > 300;
ALTER TABLE objects ADD COLUMN is_used boolean NOT NULL DEFAULT false;
UPDATE objects SET is_used = true
WHERE EXISTS (SELECT 1 FROM file_uses u WHERE u.bucket_id = objects.bucket_id AND u.file_key = objects.name);
CREATE INDEX objects_bucket_id_created_at_id_search_name_mimetype_idx
    ON objects (bucket_id, created_at desc, id desc, search_name, mimetype);
CREATE INDEX objects_bucket_id_is_used_created_at_id_idx ON objects (bucket_id, is_used, created_at desc, id desc);
DROP INDEX objects_bucket_id_created_at_idx;

-- The use of a file in a lesson leads to the lesson.
UPDATE file_uses SET holder_id = row_id WHERE source = 'lessons';

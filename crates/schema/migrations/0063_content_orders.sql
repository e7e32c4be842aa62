-- The orders of the panel's list, from the index alone: a page far behind reads no row that it does not show.
CREATE INDEX contents_trashed_at_created_at_id_is_published_content_type_idx
    ON contents (trashed_at, created_at desc, id, is_published, content_type);
CREATE INDEX contents_trashed_at_updated_at_id_is_published_idx ON contents (trashed_at, updated_at desc, id, is_published);
CREATE INDEX contents_trashed_at_title_key_id_is_published_idx ON contents (trashed_at, title_key, id, is_published);
DROP INDEX contents_trashed_at_created_at_is_published_content_type_idx;
DROP INDEX contents_trashed_at_updated_at_idx;
DROP INDEX contents_trashed_at_title_key_idx;

-- The filters of the panel's list.
CREATE INDEX contents_trashed_at_content_type_is_member_only_idx ON contents (trashed_at, content_type, is_member_only);
CREATE INDEX contents_trashed_at_category_id_idx ON contents (trashed_at, category_id);
CREATE INDEX contents_publish_at_idx ON contents (publish_at);
CREATE INDEX contents_unpublish_at_idx ON contents (unpublish_at);

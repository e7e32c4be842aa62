-- Lists and feeds are ordered by publication. What was published without a date is as old as itself.
UPDATE contents SET published_at = created_at WHERE is_published AND published_at IS NULL;

CREATE INDEX contents_is_published_is_member_only_published_at_id_idx
    ON contents (is_published, is_member_only, published_at desc, id);
CREATE INDEX contents_content_type_is_member_only_is_published_published_idx
    ON contents (content_type, is_member_only, is_published, published_at desc, id);
CREATE INDEX contents_is_published_content_type_published_at_idx ON contents (is_published, content_type, published_at desc);
CREATE INDEX contents_is_published_published_at_idx ON contents (is_published, published_at desc);
DROP INDEX contents_is_published_is_member_only_created_at_id_idx;
DROP INDEX contents_content_type_is_member_only_is_published_created_a_idx;

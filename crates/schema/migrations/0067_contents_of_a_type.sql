-- Lists of one type for one audience: without it they read the rows of all newer contents of other types.
CREATE INDEX contents_content_type_is_member_only_is_published_created_a_idx
    ON contents (content_type, is_member_only, is_published, created_at desc, id);

-- The rows of an author are counted before another is added.
CREATE INDEX contents_author_id_idx ON contents (author_id);
CREATE INDEX content_comments_author_id_idx ON content_comments (author_id);

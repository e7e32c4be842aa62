-- Letters of the newsletter are contents.
ALTER TABLE contents DROP CONSTRAINT contents_content_type_check;
ALTER TABLE contents ADD CONSTRAINT contents_content_type_check
    CHECK (content_type IN ('article', 'video', 'audio', 'pdf', 'link', 'letter'));

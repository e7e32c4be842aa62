-- The line that mail programs show after the subject of a letter.
ALTER TABLE contents ADD COLUMN preheader plain_text
    CONSTRAINT contents_preheader_check CHECK (length(preheader) BETWEEN 0 AND 150);

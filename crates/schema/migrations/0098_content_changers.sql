-- Who made the last change of a content: a refused save names that person.
ALTER TABLE contents ADD COLUMN changed_by plain_text
    CONSTRAINT contents_changed_by_fkey REFERENCES users (id) ON DELETE SET NULL;

-- Versions, times and the trash of contents.
ALTER TABLE contents ADD COLUMN version bigint NOT NULL DEFAULT 1;
ALTER TABLE contents ADD COLUMN publish_at plain_text;
ALTER TABLE contents ADD COLUMN unpublish_at plain_text;
ALTER TABLE contents ADD COLUMN trashed_at plain_text;
ALTER TABLE contents ADD COLUMN title_key plain_text;
CREATE INDEX contents_trashed_at_created_at_is_published_content_type_idx
    ON contents (trashed_at, created_at desc, is_published, content_type);
CREATE INDEX contents_trashed_at_updated_at_idx ON contents (trashed_at, updated_at desc);
CREATE INDEX contents_trashed_at_title_key_idx ON contents (trashed_at, title_key);
-- The searched text begins with the title, without case and accents.
UPDATE contents SET title_key = substr(search_text, 1, CASE WHEN length(title) > 100 THEN 100 ELSE length(title) END);

-- Unsaved changes of contents, and contents not created yet.
CREATE TABLE content_drafts (
    content_id plain_text NOT NULL,
    title plain_text,
    fields jsonb NOT NULL,
    version bigint NOT NULL,
    content_version bigint NOT NULL,
    author_id plain_text,
    created_at plain_text NOT NULL,
    saved_at plain_text NOT NULL,
    CONSTRAINT content_drafts_pkey PRIMARY KEY (content_id),
    CONSTRAINT content_drafts_title_check CHECK (length(title) BETWEEN 0 AND 300),
    CONSTRAINT content_drafts_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX content_drafts_content_version_saved_at_idx ON content_drafts (content_version, saved_at desc);

-- Earlier texts of contents.
CREATE TABLE content_revisions (
    id plain_text NOT NULL,
    content_id plain_text NOT NULL,
    kind plain_text NOT NULL,
    fields jsonb NOT NULL,
    words bigint NOT NULL,
    author_id plain_text,
    created_at plain_text NOT NULL,
    changed_at plain_text NOT NULL,
    CONSTRAINT content_revisions_pkey PRIMARY KEY (id),
    CONSTRAINT content_revisions_kind_check CHECK (kind IN ('publish', 'restore', 'edit')),
    CONSTRAINT content_revisions_author_id_fkey FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX content_revisions_content_id_created_at_id_idx ON content_revisions (content_id, created_at desc, id);

-- The panel finds words by their beginning (decision 0064). The text it reads holds words only, parted by spaces.
UPDATE contents SET search_text = only_words(search_text);

-- @postgres
CREATE INDEX contents_search_idx ON contents USING gin (words_vector(search_text));

-- @sqlite
CREATE TABLE contents_search_rows (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE contents_search USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none', prefix = '2 3 4 5 6');
CREATE TRIGGER contents_search_added AFTER INSERT ON contents BEGIN
    INSERT INTO contents_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM contents_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM contents_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT INTO contents_search (rowid, words)
    SELECT place, coalesce(new.search_text, '') FROM contents_search_rows WHERE id = new.id;
END;
CREATE TRIGGER contents_search_changed AFTER UPDATE OF search_text ON contents
WHEN old.search_text IS NOT new.search_text BEGIN
    UPDATE contents_search SET words = coalesce(new.search_text, '')
    WHERE rowid = (SELECT place FROM contents_search_rows WHERE id = new.id);
END;
CREATE TRIGGER contents_search_removed AFTER DELETE ON contents BEGIN
    DELETE FROM contents_search WHERE rowid = (SELECT place FROM contents_search_rows WHERE id = old.id);
    DELETE FROM contents_search_rows WHERE id = old.id;
END;

-- What is there already.
INSERT INTO contents_search_rows (place, id)
SELECT max(wanted - number) OVER (ORDER BY number) + number, id FROM (
    SELECT id, wanted, row_number() OVER (ORDER BY wanted, id) AS number FROM (
        SELECT id, unixepoch(substr(created_at, 1, 19)) * 1000000 + substr(created_at, 21, 6) AS wanted FROM contents));
INSERT INTO contents_search (rowid, words)
SELECT r.place, coalesce(t.search_text, '') FROM contents_search_rows r JOIN contents t ON t.id = r.id;

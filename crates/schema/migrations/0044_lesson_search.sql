-- Lessons are found by the words of their titles and of what is said in them, by the index of decision 0064.
ALTER TABLE lessons ADD COLUMN created_at plain_text NOT NULL DEFAULT '2026-11-24T00:00:00.000000+00:00';
ALTER TABLE lessons ADD COLUMN search_text plain_text;

-- @postgres
UPDATE lessons SET search_text = only_words(regexp_replace(
    normalize(lower(concat_ws(' ', title, summary, captions)), NFD), U&'[\0300-\036F]', '', 'g'));
CREATE INDEX lessons_search_idx ON lessons USING gin (words_vector(search_text));

-- @sqlite
UPDATE lessons SET search_text = only_words(title || ' ' || coalesce(summary, '') || ' ' || coalesce(captions, ''));
CREATE TABLE lessons_search_rows (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE lessons_search USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none', prefix = '2 3 4 5 6');
CREATE TRIGGER lessons_search_added AFTER INSERT ON lessons BEGIN
    INSERT INTO lessons_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM lessons_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM lessons_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT INTO lessons_search (rowid, words)
    SELECT place, coalesce(new.search_text, '') FROM lessons_search_rows WHERE id = new.id;
END;
CREATE TRIGGER lessons_search_changed AFTER UPDATE OF search_text ON lessons
WHEN old.search_text IS NOT new.search_text BEGIN
    UPDATE lessons_search SET words = coalesce(new.search_text, '')
    WHERE rowid = (SELECT place FROM lessons_search_rows WHERE id = new.id);
END;
CREATE TRIGGER lessons_search_removed AFTER DELETE ON lessons BEGIN
    DELETE FROM lessons_search WHERE rowid = (SELECT place FROM lessons_search_rows WHERE id = old.id);
    DELETE FROM lessons_search_rows WHERE id = old.id;
END;

-- What is there already.
INSERT INTO lessons_search_rows (place, id)
SELECT unixepoch('2026-11-24T00:00:00') * 1000000 + row_number() OVER (ORDER BY id), id FROM lessons;
INSERT INTO lessons_search (rowid, words)
SELECT r.place, coalesce(t.search_text, '') FROM lessons_search_rows r JOIN lessons t ON t.id = r.id;

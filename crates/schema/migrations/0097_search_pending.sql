-- SQLite's indexes of words are written once a commit (decision 0064): triggers only note which rows changed.

-- @sqlite
CREATE TABLE search_pending (source TEXT NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (source, place)) WITHOUT ROWID;

DROP TRIGGER community_posts_search_added;
DROP TRIGGER community_posts_search_changed;
DROP TRIGGER community_posts_search_removed;
CREATE VIEW community_posts_search_words AS
    SELECT r.place, coalesce(t.search_text, '') || ' ¤' || hex(t.channel_id) AS words
    FROM community_posts_search_rows r JOIN community_posts t ON t.id = r.id;
CREATE TRIGGER community_posts_search_added AFTER INSERT ON community_posts BEGIN
    INSERT INTO community_posts_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM community_posts_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM community_posts_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_posts', place FROM community_posts_search_rows WHERE id = new.id;
END;
CREATE TRIGGER community_posts_search_changed AFTER UPDATE OF search_text, channel_id ON community_posts
WHEN old.search_text IS NOT new.search_text OR old.channel_id IS NOT new.channel_id BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_posts', place FROM community_posts_search_rows WHERE id = new.id;
END;
CREATE TRIGGER community_posts_search_removed AFTER DELETE ON community_posts BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_posts', place FROM community_posts_search_rows WHERE id = old.id;
    DELETE FROM community_posts_search_rows WHERE id = old.id;
END;

DROP TRIGGER community_comments_search_added;
DROP TRIGGER community_comments_search_changed;
DROP TRIGGER community_comments_search_moved;
DROP TRIGGER community_comments_search_removed;
CREATE VIEW community_comments_search_words AS
    SELECT r.place, coalesce(t.search_text, '') || ' ¤' || hex(p.channel_id) AS words
    FROM community_comments_search_rows r
    JOIN community_comments t ON t.id = r.id
    JOIN community_posts p ON p.id = t.post_id;
CREATE TRIGGER community_comments_search_added AFTER INSERT ON community_comments BEGIN
    INSERT INTO community_comments_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM community_comments_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM community_comments_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_comments', place FROM community_comments_search_rows WHERE id = new.id;
END;
CREATE TRIGGER community_comments_search_changed AFTER UPDATE OF search_text ON community_comments
WHEN old.search_text IS NOT new.search_text BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_comments', place FROM community_comments_search_rows WHERE id = new.id;
END;
-- The comments of a post move with it.
CREATE TRIGGER community_comments_search_moved AFTER UPDATE OF channel_id ON community_posts
WHEN old.channel_id IS NOT new.channel_id BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_comments', r.place
    FROM community_comments c JOIN community_comments_search_rows r ON r.id = c.id WHERE c.post_id = new.id;
END;
CREATE TRIGGER community_comments_search_removed AFTER DELETE ON community_comments BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'community_comments', place FROM community_comments_search_rows WHERE id = old.id;
    DELETE FROM community_comments_search_rows WHERE id = old.id;
END;

DROP TRIGGER lessons_search_added;
DROP TRIGGER lessons_search_changed;
DROP TRIGGER lessons_search_removed;
CREATE VIEW lessons_search_words AS
    SELECT r.place, coalesce(t.search_text, '') AS words FROM lessons_search_rows r JOIN lessons t ON t.id = r.id;
CREATE TRIGGER lessons_search_added AFTER INSERT ON lessons BEGIN
    INSERT INTO lessons_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM lessons_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM lessons_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'lessons', place FROM lessons_search_rows WHERE id = new.id;
END;
CREATE TRIGGER lessons_search_changed AFTER UPDATE OF search_text ON lessons
WHEN old.search_text IS NOT new.search_text BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'lessons', place FROM lessons_search_rows WHERE id = new.id;
END;
CREATE TRIGGER lessons_search_removed AFTER DELETE ON lessons BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'lessons', place FROM lessons_search_rows WHERE id = old.id;
    DELETE FROM lessons_search_rows WHERE id = old.id;
END;

DROP TRIGGER contents_search_added;
DROP TRIGGER contents_search_changed;
DROP TRIGGER contents_search_removed;
CREATE VIEW contents_search_words AS
    SELECT r.place, coalesce(t.search_text, '') AS words FROM contents_search_rows r JOIN contents t ON t.id = r.id;
CREATE TRIGGER contents_search_added AFTER INSERT ON contents BEGIN
    INSERT INTO contents_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM contents_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM contents_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'contents', place FROM contents_search_rows WHERE id = new.id;
END;
CREATE TRIGGER contents_search_changed AFTER UPDATE OF search_text ON contents
WHEN old.search_text IS NOT new.search_text BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'contents', place FROM contents_search_rows WHERE id = new.id;
END;
CREATE TRIGGER contents_search_removed AFTER DELETE ON contents BEGIN
    INSERT OR IGNORE INTO search_pending (source, place)
    SELECT 'contents', place FROM contents_search_rows WHERE id = old.id;
    DELETE FROM contents_search_rows WHERE id = old.id;
END;

-- What is said of an index while it is small makes the planner read all of it, once it is large, whenever parts are merged.
-- `ANALYZE` of one small table creates the table of statistics where it is missing.
ANALYZE schema_migrations;
DELETE FROM sqlite_stat1 WHERE tbl IN (SELECT name FROM pragma_table_list WHERE type = 'shadow');
ANALYZE sqlite_schema;

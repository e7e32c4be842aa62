-- The search finds words by their beginning (decision 0064). The text it reads holds words only, parted by spaces.
UPDATE community_posts SET search_text = only_words(search_text);
UPDATE community_comments SET search_text = only_words(search_text);

-- @postgres
CREATE INDEX community_posts_search_idx ON community_posts USING gin (words_vector(search_text));
CREATE INDEX community_comments_search_idx ON community_comments USING gin (words_vector(search_text));

-- @sqlite
-- The place of a row in the index is the microsecond it was created in, or the next free one: the newest are found first.
CREATE TABLE community_posts_search_rows (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE community_posts_search USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none', prefix = '2 3 4 5 6');
CREATE TRIGGER community_posts_search_added AFTER INSERT ON community_posts BEGIN
    INSERT INTO community_posts_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM community_posts_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM community_posts_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT INTO community_posts_search (rowid, words)
    SELECT place, coalesce(new.search_text, '') || ' ¤' || hex(new.channel_id)
    FROM community_posts_search_rows WHERE id = new.id;
END;
CREATE TRIGGER community_posts_search_changed AFTER UPDATE OF search_text, channel_id ON community_posts
WHEN old.search_text IS NOT new.search_text OR old.channel_id IS NOT new.channel_id BEGIN
    UPDATE community_posts_search SET words = coalesce(new.search_text, '') || ' ¤' || hex(new.channel_id)
    WHERE rowid = (SELECT place FROM community_posts_search_rows WHERE id = new.id);
END;
CREATE TRIGGER community_posts_search_removed AFTER DELETE ON community_posts BEGIN
    DELETE FROM community_posts_search
    WHERE rowid = (SELECT place FROM community_posts_search_rows WHERE id = old.id);
    DELETE FROM community_posts_search_rows WHERE id = old.id;
END;

CREATE TABLE community_comments_search_rows (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
CREATE VIRTUAL TABLE community_comments_search USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none', prefix = '2 3 4 5 6');
CREATE TRIGGER community_comments_search_added AFTER INSERT ON community_comments BEGIN
    INSERT INTO community_comments_search_rows (place, id)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM community_comments_search_rows WHERE place = wanted)
        THEN (SELECT max(place) + 1 FROM community_comments_search_rows WHERE place BETWEEN wanted AND wanted + 1000000)
        ELSE wanted END, new.id
    FROM (SELECT unixepoch(substr(new.created_at, 1, 19)) * 1000000 + substr(new.created_at, 21, 6) AS wanted);
    INSERT INTO community_comments_search (rowid, words)
    SELECT place, coalesce(new.search_text, '') || ' ¤'
        || (SELECT hex(channel_id) FROM community_posts WHERE id = new.post_id)
    FROM community_comments_search_rows WHERE id = new.id;
END;
CREATE TRIGGER community_comments_search_changed AFTER UPDATE OF search_text ON community_comments
WHEN old.search_text IS NOT new.search_text BEGIN
    UPDATE community_comments_search
    SET words = coalesce(new.search_text, '') || ' ¤'
        || (SELECT hex(channel_id) FROM community_posts WHERE id = new.post_id)
    WHERE rowid = (SELECT place FROM community_comments_search_rows WHERE id = new.id);
END;
-- The comments of a post move with it.
CREATE TRIGGER community_comments_search_moved AFTER UPDATE OF channel_id ON community_posts
WHEN old.channel_id IS NOT new.channel_id BEGIN
    UPDATE community_comments_search
    SET words = (
        SELECT coalesce(c.search_text, '') || ' ¤' || hex(new.channel_id)
        FROM community_comments c JOIN community_comments_search_rows r ON r.id = c.id
        WHERE r.place = community_comments_search.rowid)
    WHERE rowid IN (
        SELECT r.place FROM community_comments c JOIN community_comments_search_rows r ON r.id = c.id
        WHERE c.post_id = new.id);
END;
CREATE TRIGGER community_comments_search_removed AFTER DELETE ON community_comments BEGIN
    DELETE FROM community_comments_search
    WHERE rowid = (SELECT place FROM community_comments_search_rows WHERE id = old.id);
    DELETE FROM community_comments_search_rows WHERE id = old.id;
END;

-- What is there already.
INSERT INTO community_posts_search_rows (place, id)
SELECT max(wanted - number) OVER (ORDER BY number) + number, id FROM (
    SELECT id, wanted, row_number() OVER (ORDER BY wanted, id) AS number FROM (
        SELECT id, unixepoch(substr(created_at, 1, 19)) * 1000000 + substr(created_at, 21, 6) AS wanted FROM community_posts));
INSERT INTO community_posts_search (rowid, words)
SELECT r.place, coalesce(t.search_text, '') || ' ¤' || hex(t.channel_id)
FROM community_posts_search_rows r JOIN community_posts t ON t.id = r.id;
INSERT INTO community_comments_search_rows (place, id)
SELECT max(wanted - number) OVER (ORDER BY number) + number, id FROM (
    SELECT id, wanted, row_number() OVER (ORDER BY wanted, id) AS number FROM (
        SELECT id, unixepoch(substr(created_at, 1, 19)) * 1000000 + substr(created_at, 21, 6) AS wanted FROM community_comments));
INSERT INTO community_comments_search (rowid, words)
SELECT r.place, coalesce(t.search_text, '') || ' ¤' || (SELECT hex(channel_id) FROM community_posts WHERE id = t.post_id)
FROM community_comments_search_rows r JOIN community_comments t ON t.id = r.id;

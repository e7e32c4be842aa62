-- The index of contents holds the beginnings of words of two to four letters, no longer those of five and six: few words share
-- a longer beginning, and each length is another entry for every word that is written.

-- @sqlite
DROP TABLE contents_search;
CREATE VIRTUAL TABLE contents_search USING fts5(
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = 'none', prefix = '2 3 4');
INSERT OR IGNORE INTO search_pending (source, place) SELECT 'contents', place FROM contents_search_rows;

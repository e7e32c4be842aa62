-- The reading time that follows from the text.
ALTER TABLE contents ADD COLUMN counted_read_time plain_text;

ALTER TABLE content_drafts ADD COLUMN counted_read_time plain_text;

-- The form used to fill in '5 min': nobody said it.
UPDATE contents SET read_time = NULL WHERE read_time = '5 min' AND content_type = 'article';
-- Of the words of the search without those of title and description; the next save counts exactly.
UPDATE contents SET counted_read_time = (
    SELECT CASE WHEN words < 270 THEN 1 ELSE (words + 90) / 180 END || ' min'
    FROM (SELECT length(search_text) - length(replace(search_text, ' ', '')) -
                 length(said) + length(replace(said, ' ', '')) AS words
          FROM (SELECT trim(only_words(title || ' ' || coalesce(description, ''))) AS said) AS counted) AS numbered
    WHERE words > 0)
WHERE content_type = 'article';

-- What PostgreSQL needs before the common migrations can be read. Run at every start.
DO $$ BEGIN
    IF to_regtype('plain_text') IS NULL THEN
        -- Text in byte order, as SQLite compares it.
        CREATE DOMAIN plain_text AS text COLLATE "C";
    END IF;
END $$;

-- Changes too large for a notification; the listening nodes fetch them from here.
CREATE UNLOGGED TABLE IF NOT EXISTS change_payloads (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    body text NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now()
);

-- The letters and digits of a folded text, other characters as one space.
CREATE OR REPLACE FUNCTION only_words(folded text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT coalesce(string_agg(left(word, 40), ' ' ORDER BY number), '')
    FROM regexp_split_to_table(folded COLLATE "und-x-icu", '[^[:alnum:]]+') WITH ORDINALITY AS split (word, number)
    WHERE word <> ''
$$;

-- What is indexed of such a text. In plpgsql, or the planner would not know that it is costly.
CREATE OR REPLACE FUNCTION words_vector(words text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
BEGIN
    RETURN array_to_tsvector(array_remove(string_to_array(words, ' '), ''));
END
$$;

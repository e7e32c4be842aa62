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

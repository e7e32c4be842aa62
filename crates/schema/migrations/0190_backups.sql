-- The backup that was restored, until a person lets its server work.
CREATE TABLE quarantine (
    id plain_text NOT NULL,
    begun_at plain_text NOT NULL,
    backup_made_at plain_text NOT NULL,
    CONSTRAINT quarantine_pkey PRIMARY KEY (id)
);

-- Running backups, which keep the bytes of removed files.
CREATE TABLE storage_holds (
    id plain_text NOT NULL,
    until plain_text NOT NULL,
    CONSTRAINT storage_holds_pkey PRIMARY KEY (id)
);

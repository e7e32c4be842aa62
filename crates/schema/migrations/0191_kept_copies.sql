-- Ids of erased accounts, which a restored backup erases again.
CREATE TABLE erased_accounts (
    id plain_text NOT NULL,
    erased_at plain_text NOT NULL,
    CONSTRAINT erased_accounts_pkey PRIMARY KEY (id)
);

-- Copies of the installation, whose files are elsewhere, and failed ones.
CREATE TABLE backup_copies (
    id plain_text NOT NULL,
    name plain_text NOT NULL,
    state plain_text NOT NULL,
    started_at plain_text NOT NULL,
    finished_at plain_text,
    bytes bigint,
    row_count bigint,
    file_count bigint,
    encrypted boolean NOT NULL,
    error plain_text,
    proof plain_text,
    proved_at plain_text,
    proof_error plain_text,
    CONSTRAINT backup_copies_pkey PRIMARY KEY (id),
    CONSTRAINT backup_copies_state_check CHECK (state IN ('running', 'done', 'failed')),
    CONSTRAINT backup_copies_proof_check CHECK (proof IN ('passed', 'failed'))
);
CREATE INDEX backup_copies_started_at_idx ON backup_copies (started_at desc);
CREATE INDEX backup_copies_name_idx ON backup_copies (name);

-- Rows that were brought from a hosted project, as they were there and here.
CREATE TABLE import_records (
    source plain_text NOT NULL,
    row_key plain_text NOT NULL,
    source_digest plain_text NOT NULL,
    stored_digest plain_text NOT NULL,
    sha256 plain_text,
    imported_at plain_text NOT NULL,
    CONSTRAINT import_records_pkey PRIMARY KEY (source, row_key)
);

ALTER TABLE objects ADD COLUMN search_name plain_text;

-- Which rows name which files.
CREATE TABLE file_uses (
    source plain_text NOT NULL,
    row_id plain_text NOT NULL,
    bucket_id plain_text NOT NULL,
    file_key plain_text NOT NULL,
    part plain_text NOT NULL,
    holder_id plain_text NOT NULL,
    CONSTRAINT file_uses_pkey PRIMARY KEY (source, row_id, bucket_id, file_key, part)
);
CREATE INDEX file_uses_bucket_id_file_key_idx ON file_uses (bucket_id, file_key);

-- How far earlier rows were read for the files they name.
CREATE TABLE file_use_scans (
    source plain_text NOT NULL,
    last_id plain_text NOT NULL,
    is_done boolean NOT NULL DEFAULT false,
    CONSTRAINT file_use_scans_pkey PRIMARY KEY (source)
);

-- Files that arrive in several requests.
CREATE TABLE uploads (
    id plain_text NOT NULL,
    bucket_id plain_text NOT NULL,
    name plain_text NOT NULL,
    owner plain_text,
    size bigint NOT NULL,
    received bigint NOT NULL DEFAULT 0,
    upsert boolean NOT NULL DEFAULT false,
    metadata plain_text NOT NULL,
    expires_at plain_text NOT NULL,
    finished_at plain_text,
    created_at plain_text NOT NULL,
    updated_at plain_text NOT NULL,
    CONSTRAINT uploads_pkey PRIMARY KEY (id),
    CONSTRAINT uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES buckets (id) ON DELETE CASCADE,
    CONSTRAINT uploads_owner_fkey FOREIGN KEY (owner) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX uploads_owner_idx ON uploads (owner);
CREATE INDEX uploads_expires_at_idx ON uploads (expires_at);

-- Pieces of files still on their way.
CREATE TABLE upload_pieces (
    id plain_text NOT NULL,
    upload_id plain_text NOT NULL,
    start bigint NOT NULL,
    created_at plain_text NOT NULL,
    CONSTRAINT upload_pieces_pkey PRIMARY KEY (id),
    CONSTRAINT upload_pieces_upload_id_start_key UNIQUE (upload_id, start),
    CONSTRAINT upload_pieces_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES uploads (id) ON DELETE CASCADE
);

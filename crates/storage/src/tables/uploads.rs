//! Uploads that may be gone on with after a lost connection or a restart: how far each has come.

use ateneu_schema::{
    OnDelete, Table,
    table::{boolean, int, internal, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("uploads", "Files that arrive in several requests.")
        .columns([
            uuid("id").new_id(),
            text("bucket_id").required().references("buckets", "id", OnDelete::Cascade),
            text("name").required(),
            // Who began it and alone goes on with it; the service key where it is null.
            uuid("owner").references("users", "id", OnDelete::Cascade),
            // Bytes: as announced, and as they lie in the store. Both are equal once the file is in its place.
            int("size").required(),
            int("received").or(0),
            boolean("upsert").or(false),
            // `Upload-Metadata` as it was sent.
            text("metadata").required(),
            timestamp("expires_at").required(),
            timestamp("finished_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["owner"])
        .index(["expires_at"])
}

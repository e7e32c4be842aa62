//! Stored files: what is known of each; the bytes live in the object store.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{int, internal, json, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("objects", "Stored files.")
        .columns([
            uuid("id").new_id(),
            text("bucket_id").required().references("buckets", "id", OnDelete::Cascade),
            text("name").required(),
            uuid("owner"),
            // Names the bytes in the object store; a new one at every write, so readers never see a half-written file.
            text("version").required(),
            int("size").required(),
            text("mimetype").required(),
            text("cache_control"),
            text("etag").required(),
            json("user_metadata").or("{}"),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("last_accessed_at"),
        ])
        .unique(["bucket_id", "name"])
        .index(["bucket_id", "created_at"])
        // Files of the own folder go before; what else a person uploaded is the house's.
        .personal_data("owner", By::Id, Erasure::Clear(&["owner"]))
}

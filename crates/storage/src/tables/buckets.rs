//! Buckets made at run time by the service key, beside the declared ones.

use ateneu_schema::{
    By, Erasure, Table,
    table::{boolean, int, internal, json, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("buckets", "Buckets of files.")
        .columns([
            text("id").required(),
            text("name").required(),
            uuid("owner"),
            boolean("public").or(false),
            int("file_size_limit"),
            json("allowed_mime_types"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["name"])
        .names_person("owner", By::Id, Erasure::Clear(&["owner"]))
}

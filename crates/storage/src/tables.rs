//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{boolean, int, internal, json, text, timestamp, updated_at, uuid},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![buckets(), objects(), file_uses(), file_use_scans(), uploads(), upload_pieces()]
}

/// Buckets made at run time by the service key, beside the declared ones.
fn buckets() -> Table {
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

fn objects() -> Table {
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
            // What the file was called where it came from, without case and accents.
            text("search_name"),
            // Whether a row names it (`file_uses`).
            boolean("is_used").or(false),
            // Sent to the media library by hand: the clean-up leaves it also while nothing uses it.
            boolean("is_kept").or(false),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("last_accessed_at"),
        ])
        .unique(["bucket_id", "name"])
        // The lists of the media library, from the index alone.
        .index(["bucket_id", "created_at desc", "id desc", "search_name", "mimetype"])
        .index(["bucket_id", "is_used", "created_at desc", "id desc"])
        .index(["owner", "bucket_id"])
        // Files that count for the person are removed before; other uploads stay.
        .personal_data("owner", By::Id, Erasure::Clear(&["owner"]))
}

/// References from rows to files, for the tables whose texts may hold addresses of a bucket's files. They are written
/// at the end of every transaction that changes such a row.
fn file_uses() -> Table {
    internal("file_uses", "Which rows name which files.")
        .columns([
            text("source").required(),
            text("row_id").required(),
            text("bucket_id").required(),
            text("file_key").required(),
            // Where in the row: `cover`, `file` or `text`.
            text("part").required(),
            // What the row belongs to.
            text("holder_id").required(),
        ])
        .primary_key(["source", "row_id", "bucket_id", "file_key", "part"])
        .index(["bucket_id", "file_key"])
}

/// Progress in reading the rows that were there before `file_uses`.
fn file_use_scans() -> Table {
    internal("file_use_scans", "How far earlier rows were read for the files they name.")
        .columns([text("source").required(), text("last_id").required(), boolean("is_done").or(false)])
        .primary_key(["source"])
}

/// Resumable uploads: they may continue after a lost connection or a restart.
fn uploads() -> Table {
    internal("uploads", "Files that arrive in several requests.")
        .columns([
            uuid("id").new_id(),
            text("bucket_id").required().references("buckets", "id", OnDelete::Cascade),
            text("name").required(),
            // Who began it and alone may continue it; null for the service key.
            uuid("owner").references("users", "id", OnDelete::Cascade),
            // Bytes: announced, and stored. Both are equal once the file is placed.
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

fn upload_pieces() -> Table {
    internal("upload_pieces", "Pieces of files still on their way.")
        .columns([
            // Names the bytes in the object store.
            uuid("id").new_id(),
            uuid("upload_id").required().references("uploads", "id", OnDelete::Cascade),
            // Where in the file the piece begins, in bytes.
            int("start").required(),
            timestamp("created_at").now(),
        ])
        .unique(["upload_id", "start"])
}

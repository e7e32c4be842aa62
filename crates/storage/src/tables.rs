//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, OnDelete, Table,
    table::{boolean, int, internal, json, text, timestamp, updated_at, uuid},
};

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![buckets(), objects(), file_uses(), file_use_scans(), uploads(), upload_pieces(), holds()]
}

/// Buckets, declared or made at run time by the service key.
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
            // Name of the bytes in the object store, new at every write, so that readers never see a half-written file.
            text("version").required(),
            int("size").required(),
            text("mimetype").required(),
            text("cache_control"),
            text("etag").required(),
            json("user_metadata").or("{}"),
            // Original name of the file, without case and accents.
            text("search_name"),
            // True if a row names it (`file_uses`).
            boolean("is_used").or(false),
            // True for a file sent to the media library by hand, which the cleanup leaves even if unused.
            boolean("is_kept").or(false),
            timestamp("created_at").now(),
            updated_at(),
            timestamp("last_accessed_at"),
        ])
        .unique(["bucket_id", "name"])
        // Lists of the media library, from the index alone.
        .index(["bucket_id", "created_at desc", "id desc", "search_name", "mimetype"])
        .index(["bucket_id", "is_used", "created_at desc", "id desc"])
        .index(["owner", "bucket_id"])
        // Files in the person's quota are removed before. Other uploads stay.
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
            // Part of the row: `cover`, `file`, `text`, or `open` for the part of a text that is not for members only.
            text("part").required(),
            // Id of the row's owner, such as a content.
            text("holder_id").required(),
        ])
        .primary_key(["source", "row_id", "bucket_id", "file_key", "part"])
        .index(["bucket_id", "file_key"])
}

/// Progress in scanning the rows from before `file_uses`.
fn file_use_scans() -> Table {
    internal("file_use_scans", "How far earlier rows were read for the files they name.")
        .columns([text("source").required(), text("last_id").required(), boolean("is_done").or(false)])
        .primary_key(["source"])
}

/// Resumable uploads, which may continue after a lost connection or a restart.
fn uploads() -> Table {
    internal("uploads", "Files that arrive in several requests.")
        .columns([
            uuid("id").new_id(),
            text("bucket_id").required().references("buckets", "id", OnDelete::Cascade),
            text("name").required(),
            // Account that began it, the only one that may continue it. Null for the service key.
            uuid("owner").references("users", "id", OnDelete::Cascade),
            // Announced and stored bytes, which are equal after the file is placed.
            int("size").required(),
            int("received").or(0),
            boolean("upsert").or(false),
            // `Upload-Metadata` as sent.
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
            // Name of the bytes in the object store.
            uuid("id").new_id(),
            uuid("upload_id").required().references("uploads", "id", OnDelete::Cascade),
            // Offset of the piece in the file in bytes.
            int("start").required(),
            timestamp("created_at").now(),
        ])
        .unique(["upload_id", "start"])
}

/// While a backup copies the files, the bytes of those that are removed meanwhile stay.
fn holds() -> Table {
    internal("storage_holds", "Running backups, which keep the bytes of removed files.")
        .columns([text("id").required(), timestamp("until").required()])
        .primary_key(["id"])
}

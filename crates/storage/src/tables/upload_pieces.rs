//! What has arrived of an upload: pieces in the object store, put together when the last one is there.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
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

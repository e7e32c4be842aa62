//! How far each member is in each exclusive content, so that it is taken up again on any device.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner, subscriber},
    table::{Check, exposed, int, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("content_progress", "How far each member is in each content.")
        .columns([
            uuid("content_id").required().references("contents", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Seconds into a recording, the page of a document, percent of a text.
            int("position").or(0_i64).check(Check::Range(0, 1_000_000)),
            // Percent of the whole.
            int("progress").or(0_i64).check(Check::Range(0, 100)),
            timestamp("completed_at"),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["content_id", "user_id"])
        .index(["user_id", "updated_at desc"])
        .read(owner("user_id"))
        .insert(subscriber().and(owner("user_id")))
        .update(subscriber().and(owner("user_id")))
        .delete(owner("user_id"))
}

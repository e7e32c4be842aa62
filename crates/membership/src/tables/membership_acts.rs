//! What members did with their own membership: no further months, or further months after all. What an administrator did
//! stands in the audit trail, and what was asked back in `payment_refunds`.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("membership_acts", "What members did with their own membership.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("act").required().one_of(&["cancel", "keep"]),
            // When it was asked for, before the provider heard of it.
            timestamp("created_at").now(),
            // When the provider had done it; empty where it did not answer.
            timestamp("done_at"),
        ])
        .index(["user_id", "created_at desc"])
}

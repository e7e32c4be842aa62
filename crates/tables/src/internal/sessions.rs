//! Signed-in sessions.

use ateneu_base::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("sessions", "Signed-in sessions.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id")
                .required()
                .references("users", "id", OnDelete::Cascade),
            text("aal").one_of(&["aal1", "aal2"]).or("aal1"),
            // Newest first: [{"method","timestamp"}].
            json("amr").or("[]"),
            text("user_agent"),
            text("ip_address"),
            timestamp("not_after"),
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id"])
}

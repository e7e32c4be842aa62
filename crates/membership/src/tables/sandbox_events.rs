//! Events of the sandbox that are still to be delivered.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("sandbox_events", "Events of the sandbox on their way to the house.")
        .columns([
            text("id").required(),
            text("payload").required().secret(),
            int("tries").or(0_i64),
            timestamp("next_at").required(),
            timestamp("created_at").now(),
        ])
        .index(["next_at"])
        .mentions(["payload"])
}

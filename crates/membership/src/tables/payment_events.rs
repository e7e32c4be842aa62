//! What the payment provider told, each event once, and how far the work it asks for has come.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_events", "Events of the payment provider.")
        .columns([
            // The provider's: an event that comes again is the same row.
            text("id").required(),
            text("kind").required(),
            // The customer, or the event itself where none is named: one question answers all events about a customer.
            text("about"),
            // When it happened there. Orders nothing: many events share a second.
            timestamp("happened_at").required(),
            // As it was signed.
            text("payload").required().secret(),
            // `ignored`: of a kind that asks for nothing, or of nobody here.
            text("state").one_of(&["pending", "done", "ignored", "failed"]).or("pending"),
            int("tries").or(0_i64),
            // When it may be taken up; empty when there is nothing left to do.
            timestamp("next_at"),
            text("error"),
            timestamp("created_at").now(),
            timestamp("settled_at"),
        ])
        .index(["next_at"])
        .index(["about"])
        .index(["settled_at"])
        .mentions(["payload"])
}

//! What the external course platform told, each event once, and how far the work it asks for has come.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("hotmart_events", "Events of the course platform.")
        .columns([
            // The platform's: an event that comes again is the same row.
            text("id").required(),
            text("kind").required(),
            // The buyer, or the event itself where none is named: one question answers all events about a buyer.
            text("about"),
            timestamp("happened_at").required(),
            // Only what is read of it: never the buyer's document, nor the platform's token.
            text("payload").required(),
            // `ignored`: of a kind that asks for nothing, or of another product.
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
        .mentions(["payload", "about"])
}

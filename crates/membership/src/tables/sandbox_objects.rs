//! What the payment provider of the demo remembers, in the shapes the real one answers with.

use ateneu_schema::{
    Table,
    table::{internal, text, timestamp, updated_at},
};

/// The declaration.
pub fn table() -> Table {
    internal("sandbox_objects", "Customers, payment pages, subscriptions and invoices of the sandbox.")
        .columns([
            text("id").required(),
            text("kind").required().one_of(&[
                "customer",
                "checkout",
                "portal",
                "subscription",
                "invoice",
                "answer",
            ]),
            text("customer_id"),
            // JSON, kept as text.
            text("body").required().secret(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["customer_id", "kind"])
        .personal_texts(["body"])
}

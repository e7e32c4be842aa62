//! What the payment provider of the demo remembers, in the shapes the real one answers with.

use ateneu_schema::{
    Table,
    table::{internal, text, timestamp},
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
            timestamp("updated_at").touched(),
        ])
        .index(["customer_id", "kind"])
        .mentions(["body"])
}

//! Who a person is to the payment provider. The link is this row, never an address.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_customers", "Customers of the payment provider.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("customer_id").required(),
            // Grows with every state that is written: what was fetched before the last one was written is fetched anew.
            int("revision").or(0_i64),
            // When the provider was last asked; empty: never yet.
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .primary_key(["user_id"])
        .unique(["customer_id"])
        .index(["refreshed_at"])
}

//! Every subscription a person ever had, as the payment provider last told it, and what closed it here. The one that
//! counts is repeated in `subscribers`.

use ateneu_schema::{
    OnDelete, Table,
    table::{boolean, internal, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_subscriptions", "Subscriptions, present and past.")
        .columns([
            // The provider's.
            text("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("customer_id").required(),
            // Empty for a price that is none of the plans.
            text("plan"),
            // The provider's word, whatever it is.
            text("status").required(),
            timestamp("started_at").required(),
            timestamp("current_period_end"),
            boolean("cancel_at_period_end").or(false),
            timestamp("canceled_at"),
            timestamp("ended_at"),
            text("cancellation_reason"),
            timestamp("past_due_since"),
            timestamp("refunded_at"),
            timestamp("disputed_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["user_id"])
        .index(["customer_id"])
        .index(["started_at"])
        .index(["ended_at"])
}

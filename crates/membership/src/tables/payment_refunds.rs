//! Money that is given back. A row is written before the provider hears of it and its id is the idempotency key: whatever
//! is lost on the way is asked for again and gives back once.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_refunds", "Subscriptions given back for their money.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("subscription_id").required(),
            // By which right: the law's, the house's, or an administrator's word.
            text("kind").required().one_of(&["withdrawal", "guarantee", "office"]),
            // `by_hand`: the provider refuses, and the owner gives it back in another way.
            text("state").one_of(&["begun", "done", "by_hand"]).or("begun"),
            // In centavos.
            int("amount").required(),
            timestamp("created_at").now(),
            timestamp("settled_at"),
        ])
        .unique(["subscription_id"])
        .index(["user_id", "created_at desc"])
}

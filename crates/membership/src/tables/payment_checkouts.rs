//! What people set out to pay. A row is written before the payment provider hears of it, and its id is the idempotency
//! key: whatever is lost on the way is asked for again and gives the same payment page.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_checkouts", "Payment pages asked for, and what became of them.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("plan").required().one_of(&["update", "scale", "professional"]),
            // `opening`: asked for, and no answer is known yet.
            text("state").required().one_of(&["opening", "open", "completed", "expired", "failed"]),
            // The provider's, once known.
            text("session_id"),
            // Whoever has it may pay.
            text("url").secret(),
            // As the provider was told.
            timestamp("expires_at").required(),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["session_id"])
        .unique_where(["user_id"], "state IN ('opening', 'open')")
        .index(["user_id", "created_at desc"])
}

//! Access without a charge, as administrators gave it: whole months, each grant a row. Who gave it stands in the audit trail.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("payment_courtesies", "Months given without a charge.")
        .columns([
            // Chosen by whoever asks, so that the same wish, sent twice, is one grant.
            uuid("id").required(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Whose rights it gives.
            text("plan").required().one_of(&["update", "scale", "professional"]),
            int("months").required(),
            text("reason").required(),
            // It begins where what was paid or given before ends.
            timestamp("starts_at").required(),
            timestamp("ends_at").required(),
            // Taken back before its end.
            timestamp("revoked_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id", "ends_at desc"])
}

//! Devices for notices.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{Gender, exposed, text, timestamp, uuid},
};

/// A browser that its person subscribed (procedure `subscribe_to_push`). It is deleted with the session.
pub fn push_subscriptions() -> Table {
    exposed("push_subscriptions", "Devices to which notices are sent.")
        .row_label("Aparelho com avisos", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            uuid("session_id").references("sessions", "id", OnDelete::Cascade),
            // URL at the push service. With the keys it suffices for sending.
            text("endpoint").required().length(1, 1_000).secret(),
            text("public_key").required().unlisted().secret(),
            text("auth").required().unlisted().secret(),
            timestamp("created_at").now(),
        ])
        .unique(["endpoint"])
        .index(["user_id", "created_at desc"])
        .index(["session_id"])
        .personal()
        .read(owner("user_id"))
        .insert(nobody())
        .update(nobody())
        .delete(owner("user_id"))
}

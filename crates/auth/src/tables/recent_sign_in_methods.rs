//! Sign-in methods that a session added to its own account a short while ago: a password, an address, a passkey, an
//! account at a provider. Until `counts_from`, a sign-in by one is no more recent a proof than that session was.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("recent_sign_in_methods", "Sign-in methods that were added a short while ago.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // `password`, `email`, `phone`, `passkey:<id>`, `identity:<provider>:<id there>`.
            text("method").required(),
            // The `proved_at` of the session that added it.
            timestamp("proved_at"),
            timestamp("counts_from").required(),
            timestamp("created_at").now(),
        ])
        .unique(["user_id", "method"])
        .index(["counts_from"])
}

//! Keys of a person's devices (WebAuthn) that sign in by themselves.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("passkeys", "Keys of devices that sign in by themselves.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // How the person tells it from others.
            text("friendly_name").required(),
            // What the device calls it, base64url.
            text("credential_id").required().secret(),
            // Public key, counter and what else the next proof is checked against.
            json("credential").required().secret(),
            timestamp("last_used_at"),
            timestamp("created_at").now(),
        ])
        .unique(["credential_id"])
        .unique(["user_id", "friendly_name"])
}

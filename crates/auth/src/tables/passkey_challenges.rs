//! Challenges that a device has yet to sign, to make a passkey or to sign in by one. Single use, five minutes.

use ateneu_schema::{
    OnDelete, Table,
    table::{internal, json, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("passkey_challenges", "Challenges a device has yet to sign.")
        .columns([
            uuid("id").new_id(),
            text("ceremony").one_of(&["registration", "authentication"]).required(),
            // Who makes a passkey; who signs in is known only by the proof.
            uuid("user_id").references("users", "id", OnDelete::Cascade),
            // What the answer is checked against.
            json("state").required().secret(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .index(["user_id"])
        .index(["expires_at"])
}

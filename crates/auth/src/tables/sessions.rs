//! Signed-in sessions, each with the whole state of its refresh tokens.
//!
//! A refresh token is derived from the session's id and a generation number, so no token, nor its digest, is kept.

use ateneu_schema::{
    OnDelete, Table,
    table::{int, internal, json, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("sessions", "Signed-in sessions.")
        .columns([
            uuid("id").new_id(),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("aal").one_of(&["aal1", "aal2"]).or("aal1"),
            // Newest first: [{"method","timestamp"}].
            json("amr").or("[]"),
            // The factor that raised it to `aal2`; with it, the session falls.
            uuid("factor_id"),
            // When its person last proved who they are by something that no session of theirs had just added to the
            // account. Empty: not since it began.
            timestamp("proved_at"),
            text("user_agent"),
            text("ip_address"),
            // The generation of the active refresh token.
            int("refresh_generation").or(0_i64),
            // Generations exchanged within the reuse interval: [[generation, microseconds since the epoch]].
            json("recent_refreshes").or("[]"),
            timestamp("not_after"),
            timestamp("refreshed_at"),
            timestamp("created_at").now(),
        ])
        .index(["user_id"])
}

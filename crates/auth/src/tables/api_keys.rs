//! The long-lived keys programs present: made once per installation, so that printing them again prints the same.

use ateneu_schema::{
    Table,
    table::{internal, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("api_keys", "Long-lived keys of programs.")
        .columns([
            text("role").required().one_of(&["anon", "service_role"]),
            text("token").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["role"])
}

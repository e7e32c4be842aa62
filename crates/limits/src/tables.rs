//! Counted attempts, so that limits survive a restart and hold across nodes.

use ateneu_schema::{
    Table,
    table::{int, internal, text, timestamp},
};

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        internal("rate_limits", "Counted attempts.")
            .columns([
                // Action and caller, e.g. "sign_in:address:203.0.113.9".
                text("bucket").required(),
                int("attempts").or(0_i64),
                timestamp("window_started_at").now(),
            ])
            .primary_key(["bucket"])
            .index(["window_started_at"]),
    ]
}

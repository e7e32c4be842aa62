//! Addresses that refused a letter for good: the newsletter leaves them alone, even after their subscription is gone.

use ateneu_schema::{
    By, Erasure, Table,
    table::{internal, text, timestamp},
};

/// The declaration.
pub fn table() -> Table {
    internal("mail_suppressions", "Addresses that refuse letters.")
        .columns([
            text("recipient").required(),
            // What the address's server answered.
            text("reason").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["recipient"])
        .personal_data("recipient", By::Email, Erasure::Remove)
}

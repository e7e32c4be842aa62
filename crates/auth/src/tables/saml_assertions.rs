//! Answers of companies (SAML) that have signed somebody in, until they would be refused as too old anyway: none serves
//! twice, whichever node it is shown to.

use ateneu_schema::{
    Table,
    table::{internal, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    internal("saml_assertions", "Answers of companies that have served.")
        .columns([
            uuid("id").new_id(),
            // SHA-256 of the company and the answer's id, hex.
            text("digest").required(),
            timestamp("created_at").now(),
            timestamp("expires_at").required(),
        ])
        .unique(["digest"])
        .index(["expires_at"])
}

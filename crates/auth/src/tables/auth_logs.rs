//! Every event of the accounts service.

use ateneu_schema::{
    By, Erasure, Table,
    rule::admin,
    table::{Gender, boolean, exposed, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("auth_logs", "Every event of the accounts service.")
        .row_label("Log de autenticação", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            timestamp("created_at").now(),
            text("action").required(),
            uuid("user_id"),
            text("ip_address"),
            boolean("success").required(),
            text("error_message"),
        ])
        .index(["created_at desc"])
        .index(["user_id", "created_at desc"])
        .personal_data("user_id", By::Id, Erasure::Clear(&["user_id", "ip_address"]))
        .read(admin())
}

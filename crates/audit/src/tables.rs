//! Log of administrators' actions: actor, action, subject, values before and after. It is written in the transaction of
//! the action. No caller changes it.

use ateneu_schema::{
    By, Erasure, Table,
    rule::admin,
    table::{Gender, exposed, text, timestamp, uuid},
};

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        exposed("audit_log", "What administrators did.")
            .row_label("Registro de auditoria", Gender::Masculine)
            .columns([
                uuid("id").new_id(),
                timestamp("created_at").now(),
                // No foreign key: the audit log outlives the account. Empty for the owner's own program.
                uuid("actor_id"),
                // Name of the action, e.g. `apply-rate-limit`.
                text("action").required(),
                // Subject of the action, e.g. a setting's key.
                text("subject").required(),
                text("old_value"),
                text("new_value"),
                text("ip_address"),
            ])
            .index(["created_at desc"])
            .index(["actor_id", "created_at desc"])
            .index(["subject", "created_at desc"])
            .index(["action", "created_at desc"])
            // An erasure keeps the action and clears its actor and address.
            .names_person("actor_id", By::Id, Erasure::Clear(&["ip_address"]))
            .names_person("actor_id", By::Id, Erasure::Reassign)
            .names_person("subject", By::Id, Erasure::Clear(&["old_value", "new_value"]))
            .personal_texts(["subject", "old_value", "new_value"])
            .read(admin()),
    ]
}

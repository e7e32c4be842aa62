//! Adjustable security settings, changed only through the settings functions.

use ateneu_schema::{
    OnDelete, Table,
    rule::admin,
    table::{exposed, text, timestamp, uuid},
};

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        exposed("security_settings", "Adjustable security settings.")
            .columns([
                text("setting_key").required(),
                text("setting_value").required(),
                text("description"),
                uuid("updated_by").references("users", "id", OnDelete::SetNull),
                timestamp("updated_at").touched(),
            ])
            .primary_key(["setting_key"])
            .read(admin()),
    ]
}

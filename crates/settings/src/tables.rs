//! Adjustable security settings, changed only through the settings functions.

use ateneu_schema::{
    OnDelete, Table,
    rule::admin,
    table::{Gender, exposed, text, updated_at, uuid},
};

/// The declaration.
pub fn tables() -> Vec<Table> {
    vec![
        exposed("security_settings", "Adjustable security settings.")
            .row_label("Configuração de segurança", Gender::Feminine)
            .columns([
                text("setting_key").required(),
                text("setting_value").required(),
                text("description"),
                uuid("updated_by").references("users", "id", OnDelete::SetNull),
                updated_at(),
            ])
            .primary_key(["setting_key"])
            .read(admin()),
    ]
}

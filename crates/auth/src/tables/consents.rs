//! Which legal text a person accepted, in which version, when and how. Rows are added and never changed; they go with the
//! account.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{Gender, exposed, text, timestamp, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("consents", "Legal texts people accepted.")
        .row_label("Aceite", Gender::Masculine)
        .columns([
            uuid("id").new_id().set_by(nobody()),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            text("document").required().one_of(&["terms", "privacy"]),
            // The day the text last changed, as the owner's words have it: `2026-11-21`.
            text("version").required().length(1, 40),
            timestamp("accepted_at").now().set_by(nobody()),
            // With the form that made the account, or later in the settings.
            text("method").one_of(&["sign_up", "settings"]).or("settings").set_by(nobody()),
        ])
        .unique(["user_id", "document", "version"])
        .read(owner("user_id"))
        .insert(owner("user_id"))
}

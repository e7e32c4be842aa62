//! Which letters a person wants. Without a row, all of them; letters about the account's safety are not asked for here.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{boolean, exposed, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("notification_preferences", "Which letters people want.")
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // Somebody commented on a post of theirs.
            boolean("community_replies").or(true),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id"])
        .read(owner("user_id"))
        .insert(owner("user_id"))
        .update(owner("user_id"))
}

//! Access to the courses on the external platform.

use ateneu_base::{
    By, Erasure, Table,
    rule::{admin, is, not_expired, own_email},
    table::{Check, boolean, exposed, text, timestamp, uuid},
};

use crate::clean;

/// The declaration.
pub fn table() -> Table {
    exposed("hotmart_access", "Access to the external courses.")
        .columns([
            uuid("id").new_id(),
            text("email").required().check(Check::Email).cleaned(clean::email),
            boolean("active").or(true),
            text("course_url").length(0, 2_000).check(Check::WebUrl),
            timestamp("expires_at"),
            timestamp("created_at").now(),
            timestamp("updated_at").touched(),
        ])
        .unique(["email"])
        .personal()
        .belongs("email", By::Email, Erasure::Remove)
        .read(
            own_email("email")
                .and(is("active", true))
                .and(not_expired("expires_at"))
                .or(admin()),
        )
        .insert(admin())
        .update(admin())
        .delete(admin())
}

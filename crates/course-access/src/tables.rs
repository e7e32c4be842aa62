//! The tables of this crate.

use ateneu_schema::{
    By, Erasure, Table, Words,
    rule::{admin, is, not_expired, own_email},
    sanitize,
    table::{Check, Gender, boolean, exposed, text, timestamp, updated_at, uuid},
};

pub fn tables() -> Vec<Table> {
    vec![hotmart_access()]
}

/// Source of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum CourseAccessSource {
    Manual,
    Hotmart,
}

/// Access to the courses on the external platform, one row per address, with or without an account here. A person reads
/// the row of the own confirmed address, so that earlier purchases open with a new account.
fn hotmart_access() -> Table {
    exposed("hotmart_access", "Access to the external courses.")
        .row_label("Acesso a cursos", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("email").required().check(Check::Email).sanitized(sanitize::email),
            boolean("active").or(true),
            text("course_url").length(0, 2_000).check(Check::WebUrl),
            timestamp("expires_at"),
            // Source of the row. No answer of the platform overrules an administrator's entry.
            text("source").words::<CourseAccessSource>().or(CourseAccessSource::Manual),
            // Time of the platform's last answer.
            timestamp("checked_at"),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .unique(["email"])
        .index(["active", "source", "checked_at"])
        .personal()
        .personal_data("email", By::Email, Erasure::Remove)
        .read(own_email("email").and(is("active", true)).and(not_expired("expires_at")).or(admin()))
        .write(admin())
}

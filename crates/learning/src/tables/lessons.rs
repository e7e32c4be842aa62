//! Lessons of a course: what was paid for.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, is, subscriber},
    table::{Check, boolean, exposed, int, text, uuid},
};

use ateneu_schema::sanitize;

/// The declaration.
pub fn table() -> Table {
    exposed("lessons", "Lessons of a course.")
        .columns([
            uuid("id").new_id(),
            uuid("module_id").required().references("course_modules", "id", OnDelete::Cascade),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            text("title").required().length(1, 200).check(Check::NotBlank),
            text("body").length(0, 200_000).sanitized(sanitize::html),
            text("file_url").length(0, 2_000).check(Check::Address),
            int("duration_minutes").or(0_i64),
            int("sort_order").or(0_i64),
            boolean("course_published").lookup("course_id", "courses", "is_published"),
        ])
        .index(["course_id", "sort_order"])
        .index(["module_id", "sort_order"])
        .file_addresses("contents")
        .read(subscriber().and(is("course_published", true)).or(admin()))
        .insert(admin())
        .update(admin())
        .delete(admin())
}

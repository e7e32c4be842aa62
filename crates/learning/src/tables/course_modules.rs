//! Parts of a course.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, is},
    table::{Check, boolean, exposed, int, text, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("course_modules", "Parts of a course.")
        .columns([
            uuid("id").new_id(),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            text("title").required().length(1, 200).check(Check::NotBlank),
            int("sort_order").or(0_i64),
            boolean("course_published").lookup("course_id", "courses", "is_published"),
        ])
        .index(["course_id", "sort_order"])
        .file_addresses("contents")
        .read(is("course_published", true).or(admin()))
        .insert(admin())
        .update(admin())
        .delete(admin())
}

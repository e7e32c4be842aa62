//! Courses of the learning environment.

use ateneu_schema::{
    Table,
    rule::{admin, is},
    table::{Check, boolean, exposed, int, real, text, text_array, timestamp, updated_at, uuid},
};

/// The declaration.
pub fn table() -> Table {
    exposed("courses", "Courses of the learning environment.")
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 200).check(Check::NotBlank),
            text("description").length(0, 2_000),
            text("instructor").length(0, 120),
            text("duration").length(0, 40),
            int("lessons").or(0_i64).check(Check::Range(0, 10_000)),
            text("thumbnail").length(0, 2_000),
            real("rating").or(0.0),
            int("students_count").or(0_i64),
            text_array("categories"),
            text_array("tags"),
            text("level").required().one_of(&["Iniciante", "Intermediário", "Avançado"]),
            int("sort_order").or(0_i64),
            boolean("is_published").or(true),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["is_published", "sort_order"])
        .file_addresses("contents")
        .read(is("is_published", true).or(admin()))
        .insert(admin())
        .update(admin())
        .delete(admin())
}

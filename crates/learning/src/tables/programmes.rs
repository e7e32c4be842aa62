//! Programmes: courses in an order, with a certificate of their own.

use ateneu_schema::{
    OnDelete, Table,
    rule::{self, admin, is, nobody, owner},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, text, timestamp, updated_at, uuid},
};

pub fn programmes() -> Table {
    exposed("programmes", "Ordered courses with a common certificate.")
        .row_label("Programa", Gender::Masculine)
        .columns([
            uuid("id").new_id(),
            text("title").required().length(1, 200).check(Check::NotBlank).sanitized(sanitize::line),
            text("description").length(0, 2_000),
            // True if each course opens after the one before is finished.
            boolean("is_ordered").or(false),
            // Validity of its certificate in months. Empty for unlimited.
            int("certificate_months").check(Check::Range(1, 120)),
            boolean("is_published").or(false),
            int("courses_count").count_of("programme_courses", "programme_id"),
            int("members_count").count_of("programme_members", "programme_id"),
            int("sort_order").or(0_i64),
            timestamp("created_at").now(),
            updated_at(),
        ])
        .index(["is_published", "sort_order"])
        .read(is("is_published", true).or(admin()))
        .write(admin())
}

pub fn programme_courses() -> Table {
    exposed("programme_courses", "Courses of programmes.")
        .row_label("Curso de programa", Gender::Masculine)
        .columns([
            uuid("programme_id").required().references("programmes", "id", OnDelete::Cascade),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            int("sort_order").or(0_i64),
            boolean("programme_published").lookup("programme_id", "programmes", "is_published"),
        ])
        .primary_key(["programme_id", "course_id"])
        .index(["course_id"])
        .read(is("programme_published", true).or(admin()))
        .write(admin())
}

/// Members who follow a programme. They enter and leave by themselves.
pub fn programme_members() -> Table {
    exposed("programme_members", "Members of programmes.")
        .row_label("Membro de programa", Gender::Masculine)
        .columns([
            uuid("programme_id").required().references("programmes", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            boolean("programme_published").lookup("programme_id", "programmes", "is_published"),
            timestamp("joined_at").now().set_by(nobody()),
        ])
        .primary_key(["programme_id", "user_id"])
        .index(["user_id"])
        .rows_per_person("user_id", 1_000)
        .read(owner("user_id").or(admin()))
        .insert(rule::has_access().and(owner("user_id")).and(is("programme_published", true)))
        .delete(owner("user_id"))
}

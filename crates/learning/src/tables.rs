//! The tables of this crate.

use ateneu_schema::{
    OnDelete, Table,
    rule::{self, admin, is, nobody, owner, subscriber},
    sanitize,
    table::{Check, Gender, boolean, exposed, int, real, text, text_array, timestamp, updated_at, uuid},
};

pub fn tables() -> Vec<Table> {
    vec![courses(), course_modules(), lessons(), lesson_progress(), favorites()]
}

fn courses() -> Table {
    exposed("courses", "Courses of the learning environment.")
        .row_label("Curso", Gender::Masculine)
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

fn course_modules() -> Table {
    exposed("course_modules", "Parts of a course.")
        .row_label("Módulo de curso", Gender::Masculine)
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

/// Lessons of a course: what was paid for.
fn lessons() -> Table {
    exposed("lessons", "Lessons of a course.")
        .row_label("Aula", Gender::Feminine)
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

/// How far each member is in each lesson.
fn lesson_progress() -> Table {
    exposed("lesson_progress", "How far each member is.")
        .row_label("Progresso em aula", Gender::Masculine)
        .columns([
            uuid("lesson_id").required().references("lessons", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            int("position_seconds").or(0_i64).check(Check::Range(0, 1_000_000)),
            timestamp("completed_at"),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["lesson_id", "user_id"])
        .index(["user_id", "course_id"])
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .update(rule::member().and(owner("user_id")))
        .delete(owner("user_id"))
}

fn favorites() -> Table {
    exposed("favorites", "Courses a member keeps at hand.")
        .row_label("Favorito", Gender::Masculine)
        .columns([
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["course_id", "user_id"])
        .index(["user_id"])
        .read(owner("user_id"))
        .insert(rule::member().and(owner("user_id")))
        .delete(owner("user_id"))
}

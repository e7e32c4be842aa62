//! Members' personal tables.

use ateneu_schema::{
    OnDelete, Table,
    rule::{self, nobody, owner},
    table::{Check, Gender, boolean, exposed, int, text, timestamp, updated_at, uuid},
};

pub fn favorites() -> Table {
    exposed("favorites", "Courses a member keeps at hand.")
        .row_label("Favorito", Gender::Masculine)
        .columns([
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            timestamp("created_at").now().set_by(nobody()),
        ])
        .primary_key(["course_id", "user_id"])
        .index(["user_id"])
        .rows_per_person("user_id", 5_000)
        .read(owner("user_id"))
        .insert(rule::has_access().and(owner("user_id")))
        .delete(owner("user_id"))
}

/// Notes to lessons, at a position of the recording. They survive the end of access and the removal of the lesson.
pub fn lesson_notes() -> Table {
    exposed("lesson_notes", "Notes of members to lessons.")
        .row_label("Anotação", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("lesson_id").references("lessons", "id", OnDelete::SetNull).changed_by(nobody()),
            uuid("user_id")
                .required()
                .caller()
                .references("users", "id", OnDelete::Cascade)
                .changed_by(nobody()),
            int("at_seconds").check(Check::Range(0, 86_400)),
            text("content").required().length(1, 10_000).check(Check::NotBlank),
            timestamp("created_at").now().set_by(nobody()),
            updated_at().set_by(nobody()),
        ])
        .index(["user_id", "lesson_id", "created_at"])
        .rows_per_person("user_id", 5_000)
        .index(["lesson_id"])
        .personal()
        .read(owner("user_id"))
        .insert(rule::has_access().and(owner("user_id")))
        .update(owner("user_id"))
        .delete(owner("user_id"))
}

/// Learning settings of a member. Without a row, the defaults apply.
pub fn learning_settings() -> Table {
    exposed("learning_settings", "How members learn.")
        .row_label("Configuração de estudo", Gender::Feminine)
        .columns([
            uuid("user_id").required().caller().references("users", "id", OnDelete::Cascade),
            // False removes the member from the ranking at once.
            boolean("in_ranking").or(true),
            // True if the next lesson starts automatically.
            boolean("plays_next").or(false),
            // Playback speed in percent.
            int("rate_percent").or(100_i64).check(Check::Range(50, 300)),
            boolean("shows_captions").or(false),
            int("weekly_minutes").or(120_i64).check(Check::Range(0, 10_080)),
            // True for emails on the days of the study plan.
            boolean("reminds").or(false),
            updated_at().set_by(nobody()),
        ])
        .primary_key(["user_id"])
        .index(["reminds", "user_id"])
        .read(owner("user_id"))
        .insert(owner("user_id"))
        .update(owner("user_id"))
}

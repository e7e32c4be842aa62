//! Progress of members. Clients write nothing here: `open_lesson`, `save-lesson-progress` and `answer-quiz` derive it
//! from what was really played, read and answered.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, owner},
    table::{Check, Gender, exposed, int, internal, json, text, timestamp, updated_at, uuid},
};

use crate::{points::PointReason, words::FinishedBy};

/// Members who have begun a course.
pub fn course_members() -> Table {
    exposed("course_members", "Who has begun which course.")
        .row_label("Matrícula", Gender::Feminine)
        .columns([
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            timestamp("joined_at").now(),
            // When every lesson was finished for the first time. Lessons added later do not take it back.
            timestamp("completed_at"),
            uuid("last_lesson_id").references("lessons", "id", OnDelete::SetNull),
            timestamp("last_at").now(),
        ])
        .primary_key(["course_id", "user_id"])
        .index(["user_id", "last_at desc"])
        .index(["last_lesson_id"])
        .read(owner("user_id").or(admin()))
}

/// Progress of each member in each lesson.
pub fn lesson_progress() -> Table {
    exposed("lesson_progress", "How far each member is.")
        .row_label("Progresso em aula", Gender::Masculine)
        .columns([
            uuid("lesson_id").required().references("lessons", "id", OnDelete::Cascade),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            uuid("course_id").required().references("courses", "id", OnDelete::Cascade),
            // Of a recording; of a document the page; of a text the percentage read.
            int("position").or(0_i64).check(Check::Range(0, 1_000_000)),
            // What was played, as ordered pairs in thousandths of the duration, with decimals: a replaced recording keeps
            // them.
            json("played"),
            // In percent.
            int("played_share").or(0_i64).check(Check::Range(0, 100)),
            // When the place was measured.
            timestamp("position_at"),
            timestamp("opened_at").now(),
            timestamp("completed_at"),
            text("completed_by").words::<FinishedBy>(),
            updated_at(),
        ])
        .primary_key(["lesson_id", "user_id"])
        .index(["user_id", "course_id"])
        .read(owner("user_id"))
        .delete(owner("user_id"))
}

/// Time and lessons counted for each member, apart from the progress that the member may delete.
pub fn learning_clocks() -> Table {
    internal("learning_clocks", "What was counted for each member.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Until when the member's time is used up by what was counted as played.
            timestamp("used_until"),
            // The last day on which lessons were finished, and which: each counts once a day.
            text("day"),
            json("lessons").or("[]"),
        ])
        .primary_key(["user_id"])
}

/// Time for which each member studied on each day of São Paulo.
pub fn learning_days() -> Table {
    exposed("learning_days", "How long members studied on each day.")
        .row_label("Dia de estudo", Gender::Masculine)
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // `2026-11-24`.
            text("day").required().length(10, 10),
            int("seconds").or(0_i64),
            int("lessons").or(0_i64),
        ])
        .primary_key(["user_id", "day"])
        .read(owner("user_id"))
}

/// Points for the ranking, each once for what it was given for.
pub fn learning_points() -> Table {
    exposed("learning_points", "Points of members.")
        .row_label("Pontos", Gender::Masculine)
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("reason").required().words::<PointReason>(),
            // The lesson, the course or the accepted comment.
            uuid("subject_id").required(),
            int("points").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["user_id", "reason", "subject_id"])
        .index(["created_at", "user_id"])
        .index(["user_id", "created_at"])
        .read(owner("user_id"))
}

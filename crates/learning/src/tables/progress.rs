//! Progress of members. Clients cannot write here: `open_lesson`, `save-lesson-progress` and `answer-quiz` derive it
//! from playback, reading and answers.

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
            // Time at which all lessons were finished for the first time. Lessons added later do not change it.
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
            // Seconds of a recording, page of a document, or percentage of a text.
            int("position").or(0_i64).check(Check::Range(0, 1_000_000)),
            // Played parts, as ordered pairs in thousandths of the duration, with decimals, so that a replaced
            // recording keeps them.
            json("played"),
            // In percent.
            int("played_share").or(0_i64).check(Check::Range(0, 100)),
            // Time at which the position was measured.
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

/// Counted time and lessons of each member, apart from the progress, which the member may delete.
pub fn learning_clocks() -> Table {
    internal("learning_clocks", "What was counted for each member.")
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Time until which the member's time is used by counted playback.
            timestamp("used_until"),
            // Last day with finished lessons, and the lessons: each counts once a day.
            text("day"),
            json("lessons").or("[]"),
        ])
        .primary_key(["user_id"])
}

/// Study time of each member on each day of São Paulo.
pub fn learning_days() -> Table {
    exposed("learning_days", "How long members studied on each day.")
        .row_label("Dia de estudo", Gender::Masculine)
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // Day, as `2026-11-24`.
            text("day").required().length(10, 10),
            int("seconds").or(0_i64),
            int("lessons").or(0_i64),
        ])
        .primary_key(["user_id", "day"])
        .read(owner("user_id"))
}

/// Points for the ranking, one row per reason and subject.
pub fn learning_points() -> Table {
    exposed("learning_points", "Points of members.")
        .row_label("Pontos", Gender::Masculine)
        .columns([
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            text("reason").required().words::<PointReason>(),
            // Lesson, course or accepted comment.
            uuid("subject_id").required(),
            int("points").required(),
            timestamp("created_at").now(),
        ])
        .primary_key(["user_id", "reason", "subject_id"])
        .index(["created_at", "user_id"])
        .index(["user_id", "created_at"])
        .read(owner("user_id"))
}

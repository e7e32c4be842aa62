//! Quizzes: questions, and members' answers.

use ateneu_schema::{
    OnDelete, Table,
    rule::{admin, owner},
    table::{Check, Gender, boolean, exposed, int, json, text, timestamp, uuid},
};

use crate::words::QuestionKind;

/// Questions of a quiz. Members get them from `open_lesson`, without answers.
pub fn quiz_questions() -> Table {
    exposed("quiz_questions", "Questions of quizzes.")
        .row_label("Pergunta", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("lesson_id").required().references("lessons", "id", OnDelete::Cascade),
            text("kind").required().words::<QuestionKind>(),
            text("prompt").required().length(1, 2_000).check(Check::NotBlank),
            // List of `{id, text}`. Empty if the answer is a short text.
            json("options"),
            // Ids of the right options, or the accepted texts.
            json("answers"),
            // Shown with the result.
            text("explanation").length(0, 2_000),
            int("sort_order").or(0_i64),
        ])
        .index(["lesson_id", "sort_order"])
        .read(admin())
        .write(admin())
}

/// Answers of members. Written by `answer-quiz` only, under an id made by the page.
pub fn quiz_attempts() -> Table {
    exposed("quiz_attempts", "Answers of members to quizzes.")
        .row_label("Tentativa", Gender::Feminine)
        .columns([
            uuid("id").new_id(),
            uuid("lesson_id").required().references("lessons", "id", OnDelete::Cascade),
            uuid("user_id").required().references("users", "id", OnDelete::Cascade),
            // By question: ids of options, or a text.
            json("answers").required(),
            // In percent.
            int("score").required().check(Check::Range(0, 100)),
            boolean("is_passed").or(false),
            timestamp("created_at").now(),
        ])
        .index(["user_id", "lesson_id", "created_at desc"])
        .index(["lesson_id"])
        .personal()
        .read(owner("user_id").or(admin()))
}

//! How far each member is in each lesson.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{Check, exposed, int, timestamp, updated_at, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("lesson_progress", "How far each member is.")
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

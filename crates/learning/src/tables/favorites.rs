//! Courses a member keeps at hand.

use ateneu_schema::{
    OnDelete, Table,
    rule::{nobody, owner},
    table::{exposed, timestamp, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("favorites", "Courses a member keeps at hand.")
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

//! Subjects of community posts.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{Check, boolean, exposed, int, text, uuid},
};

use ateneu_schema::rule;

/// The declaration.
pub fn table() -> Table {
    exposed("community_categories", "Subjects of community posts.")
        .columns([
            uuid("id").new_id(),
            text("name").required().length(1, 80).check(Check::NotBlank),
            text("color").check(Check::Colour).or("#6366f1"),
            boolean("is_active").or(true),
            int("sort_order").or(0_i64),
        ])
        .unique(["name"])
        .index(["is_active", "sort_order"])
        .read(rule::member())
        .insert(admin())
        .update(admin())
        .delete(admin())
}

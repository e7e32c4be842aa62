//! How often each declared click was made on each day. Nothing of who made it.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{exposed, int, text},
};

/// Every click that is counted: category and its labels. What is not declared here is not counted.
pub const CLICKS: &[(&str, &[&str])] = &[("hero", &["solucoes", "sobre", "conversa"])];

/// The declaration.
pub fn table() -> Table {
    exposed("analytics_events", "Declared clicks, per day.")
        .columns([
            // `YYYY-MM-DD` in Brasília.
            text("day").required().length(10, 10),
            text("category").required().length(1, 40),
            text("label").required().length(1, 40),
            int("count").required(),
        ])
        .primary_key(["day", "category", "label"])
        .read(admin())
}

//! The tables of this crate.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{Gender, exposed, int, text},
};

pub fn tables() -> Vec<Table> {
    vec![page_views(), analytics_events()]
}

/// Whole months for which days are kept, here and in `analytics_events`.
pub const KEPT_MONTHS: i32 = 24;

/// How often each public page was seen on each day. Nothing of who saw it.
fn page_views() -> Table {
    exposed("page_views", "Views of each public page, per day.")
        .row_label("Contagem de visitas", Gender::Feminine)
        .columns([
            // `YYYY-MM-DD` in Brasília.
            text("day").required().length(10, 10),
            text("path").required().length(1, 200),
            int("views").required(),
        ])
        .primary_key(["day", "path"])
        .read(admin())
}

/// Every click that is counted: category and its labels. What is not declared here is not counted.
pub const CLICKS: &[(&str, &[&str])] = &[("hero", &["solucoes", "sobre", "conversa"])];

/// How often each declared click was made on each day. Nothing of who made it.
fn analytics_events() -> Table {
    exposed("analytics_events", "Declared clicks, per day.")
        .row_label("Contagem de cliques", Gender::Feminine)
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

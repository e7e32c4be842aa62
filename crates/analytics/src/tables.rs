//! The tables of this crate.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{Gender, exposed, int, internal, text},
};

pub fn tables() -> Vec<Table> {
    vec![page_views(), analytics_events(), visit_sources()]
}

/// Whole months for which days are kept, in every table.
pub const KEPT_MONTHS: i32 = 24;

/// Number of times that each public page was seen on each day. Nothing of who saw it.
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

/// Number of times that each declared click was made on each day. Nothing of who made it.
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

/// A visit from a source.
pub const VISIT: &str = "visit";

/// Goals that visitors from a source reached: asking for the newsletter, writing a message, making an account. Only
/// pages in the tab of the visit report them, so fewer are counted than were reached.
pub const GOALS: &[&str] = &[NEWSLETTER, "contact", "account"];

/// A plan was paid. Counted by the payment, not by a page, so it is none of [`GOALS`].
pub const PLAN: &str = "plan";

/// An address was given to the newsletter.
pub const NEWSLETTER: &str = "newsletter";

/// Number of visits from each source on each day, and of the goals they led to. Nothing of the visitor is stored. Only
/// `visit_figures` reads it, which leaves out what could point at somebody.
fn visit_sources() -> Table {
    internal("visit_sources", "Visits by where they came from, per day.")
        .columns([
            // `YYYY-MM-DD` in Brasília.
            text("day").required(),
            // One of `source::Kind`.
            text("kind").required(),
            // The site or the campaign; empty where the kind says all.
            text("source").required(),
            // `VISIT`, `PLAN` or one of `GOALS`.
            text("what").required(),
            int("count").required(),
        ])
        .primary_key(["day", "kind", "source", "what"])
}

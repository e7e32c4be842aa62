//! The tables of this crate.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{Gender, exposed, int, internal, text},
};

pub fn tables() -> Vec<Table> {
    vec![page_views(), analytics_events(), visit_sources()]
}

/// Number of whole months for which days are kept, in all tables.
pub const KEPT_MONTHS: i32 = 24;

/// Number of views of each public page on each day, without data about visitors.
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

/// Counted clicks: category and its labels. Others are not counted.
pub const CLICKS: &[(&str, &[&str])] = &[("hero", &["solucoes", "sobre", "conversa"])];

/// Number of each declared click on each day, without data about visitors.
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

/// Goals that visitors from a source reached: newsletter subscription, contact message, account. Only pages in the tab
/// of the visit report them, so the counts are lower than the truth.
pub const GOALS: &[&str] = &[NEWSLETTER, "contact", "account"];

/// A paid plan. The payment counts it, not a page, so it is none of [`GOALS`].
pub const PLAN: &str = "plan";

/// A subscription to the newsletter.
pub const NEWSLETTER: &str = "newsletter";

/// Number of visits from each source on each day, and of the goals they led to, without data about visitors. Only
/// `visit_figures` reads it, which leaves out numbers that could identify a person.
fn visit_sources() -> Table {
    internal("visit_sources", "Visits by where they came from, per day.")
        .columns([
            // `YYYY-MM-DD` in Brasília.
            text("day").required(),
            // One of `source::Kind`.
            text("kind").required(),
            // The site or the campaign. Empty if the kind says all.
            text("source").required(),
            // `VISIT`, `PLAN` or one of `GOALS`.
            text("what").required(),
            int("count").required(),
        ])
        .primary_key(["day", "kind", "source", "what"])
}

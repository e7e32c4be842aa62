//! How often each public page was seen on each day. Nothing of who saw it.

use ateneu_schema::{
    Table,
    rule::admin,
    table::{exposed, int, text},
};

/// Whole months for which days are kept, here and in `analytics_events`.
pub const KEPT_MONTHS: i32 = 24;

/// The declaration.
pub fn table() -> Table {
    exposed("page_views", "Views of each public page, per day.")
        .columns([
            // `YYYY-MM-DD` in Brasília.
            text("day").required().length(10, 10),
            text("path").required().length(1, 200),
            int("views").required(),
        ])
        .primary_key(["day", "path"])
        .read(admin())
}

//! The tables of this crate, one file each.

mod analytics_events;
mod page_views;

use ateneu_schema::Table;

pub(crate) use analytics_events::CLICKS;
pub(crate) use page_views::KEPT_MONTHS;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![page_views::table(), analytics_events::table()]
}

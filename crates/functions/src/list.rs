//! Pages and search words of the panel's lists.

use std::{fmt, num::NonZeroU32};

/// Number of rows on a page of a list.
const PER_PAGE: i64 = 25;

/// Maximum page number.
const LAST_PAGE: i64 = 1_000_000;

/// Maximum length of a search in characters. The rest is ignored.
const MAX_SEARCH_LENGTH: usize = 100;

/// Maximum number of words of a search. The rest is ignored.
const MAX_WORDS: usize = 8;

/// Number of rows of a file that are read at a time.
pub(crate) const FILE_BATCH: i64 = 1_000;

/// A page of a list. Displays as SQL: `LIMIT 25 OFFSET 50`.
#[derive(Clone, Copy, Debug)]
pub struct ListPage {
    /// Number of rows before the page.
    pub skipped: i64,
    /// Number of rows on a page.
    pub per_page: i64,
}

impl ListPage {
    /// Returns the page with this number, the first one without a number.
    pub fn of(number: Option<NonZeroU32>) -> Self {
        Self::sized(number.map_or(1, |number| number.get().into()), PER_PAGE)
    }

    /// Returns a batch of a file.
    pub(crate) fn of_file(number: i64) -> Self {
        Self::sized(number, FILE_BATCH)
    }

    fn sized(number: i64, per_page: i64) -> Self {
        Self { skipped: (number.min(LAST_PAGE) - 1) * per_page, per_page }
    }
}

impl fmt::Display for ListPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LIMIT {} OFFSET {}", self.per_page, self.skipped)
    }
}

/// Returns the words of a search as typed. A row of the list must contain all of them.
pub fn list_words(search: Option<&str>) -> Vec<String> {
    let search: String = search.unwrap_or_default().chars().take(MAX_SEARCH_LENGTH).collect();
    search.split_whitespace().take(MAX_WORDS).map(str::to_owned).collect()
}

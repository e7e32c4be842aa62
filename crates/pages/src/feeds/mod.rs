//! Documents for other programs: the feeds, the site map and the rules for crawlers. Made from the same in-memory reads
//! as the pages, kept and dropped like them.

mod enclosure;
mod item;
pub mod json_feed;
pub mod podcast;
pub mod robots;
pub mod rss;
pub mod sitemap;

use enclosure::Enclosure;
use item::Item;
use serde::de::DeserializeOwned;

use crate::{Pages, dependencies::Dependencies, error::Error};

/// Conditions and order of every list of the site: only what visitors may see, newest first.
const PUBLISHED: &str = "is_published=is.true&is_member_only=is.false&order=published_at.desc,id";
/// Number of contents a feed holds.
const NEWEST: usize = 30;

/// Rows for a feed, and the note that the feed depends on them.
async fn read<T: DeserializeOwned>(
    pages: &Pages,
    reads: &mut Dependencies,
    url: &str,
) -> Result<Vec<T>, Error> {
    pages.0.api.rows(reads, url).await
}

/// Reads the contents of the feeds of everything, each with the file it is about.
async fn newest_with_files(
    pages: &Pages,
    reads: &mut Dependencies,
) -> Result<Vec<(Item, Option<Enclosure>)>, Error> {
    let mut found = Vec::new();
    for item in Item::newest(pages, reads, "", NEWEST).await? {
        let file = enclosure::file_of(pages, reads, &item).await?;
        found.push((item, file));
    }
    Ok(found)
}

/// Text for an element or an attribute. Characters that XML does not know, not even escaped, are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// `<name>text</name>`, escaped.
fn element(name: &str, text: &str) -> String {
    format!("<{name}>{}</{name}>", escape(text))
}

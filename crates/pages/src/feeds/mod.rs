//! Documents for programs: the feeds, the site map and the rules for crawlers. They read the API in memory and are
//! cached like pages.

mod enclosure;
mod item;
pub mod json_feed;
pub mod podcast;
mod read;
pub mod robots;
pub mod rss;
pub mod sitemap;
mod xml;

use enclosure::Enclosure;
use item::Item;

use crate::{Pages, dependencies::Dependencies, error::Error};

/// Number of contents in a feed.
const NEWEST: usize = 30;

/// Reads the contents of the general feeds, each with its file.
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

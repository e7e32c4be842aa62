//! Documents for other programs: the feeds, the site map and the rules for crawlers. Made from the same in-memory reads
//! as the pages, kept and dropped like them.

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

/// Number of contents a feed holds.
const NEWEST: usize = 30;

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

//! Reads of rows for documents.

use serde::de::DeserializeOwned;

use crate::{Pages, dependencies::Dependencies, error::Error};

/// Conditions and order of every list of the site: only what visitors may see, newest first.
pub(super) const PUBLISHED: &str = "is_published=is.true&is_member_only=is.false&order=published_at.desc,id";

/// Rows for a feed, and the note that the feed depends on them.
pub(super) async fn read<T: DeserializeOwned>(
    pages: &Pages,
    reads: &mut Dependencies,
    url: &str,
) -> Result<Vec<T>, Error> {
    pages.0.api.rows(reads, url).await
}

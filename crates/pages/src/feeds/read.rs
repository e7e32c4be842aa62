//! Reads of rows for documents.

use serde::de::DeserializeOwned;

use crate::{Pages, dependencies::Dependencies, error::Error};

/// Conditions and order of all lists: public contents, newest first.
pub(super) const PUBLISHED: &str = "is_published=is.true&is_member_only=is.false&order=published_at.desc,id";

/// Reads rows for a feed, and records them as dependencies.
pub(super) async fn read<T: DeserializeOwned>(
    pages: &Pages,
    reads: &mut Dependencies,
    url: &str,
) -> Result<Vec<T>, Error> {
    pages.0.api.rows(reads, url).await
}

//! What other programs read: the feed, the site map and the rules for crawlers. Made from the same in-memory reads as the
//! pages, kept and dropped like them.

pub mod robots;
pub mod rss;
pub mod sitemap;
mod xml;

use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;

use crate::{Pages, cache::Shelf, document::Document, error::Error, reads::Reads};

/// What visitors may see, newest first: the order and the conditions of every list of the site.
const PUBLISHED: &str = "is_published=is.true&is_member_only=is.false&order=created_at.desc,id.desc";

async fn kept<F>(pages: &Pages, path: &str, headers: &HeaderMap, make: impl Fn() -> F) -> Response
where
    F: Future<Output = Result<(Document, Reads), Error>>,
{
    match pages.0.cache.get(path, Shelf::Lasting, make).await {
        Ok(document) => document.respond(headers).await,
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "try again later\n").into_response(),
    }
}

/// Rows for a feed, and the note that the feed depends on them.
async fn read<T: DeserializeOwned>(pages: &Pages, reads: &mut Reads, url: &str) -> Result<Vec<T>, Error> {
    reads.add_url(&pages.0.cache.schema, url);
    pages.0.api.rows(url).await
}

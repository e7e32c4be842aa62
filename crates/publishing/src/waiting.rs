//! Counts and names of contents, for the panel.

use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

/// Returns the number of unpublished contents, without the trash.
pub fn drafts(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contents WHERE is_published = FALSE AND trashed_at IS NULL", &[])
}

/// Returns the number of contents in review.
pub fn waiting_reviews(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM content_reviews WHERE state = 'waiting'", &[])
}

/// Returns the titles of existing contents, by the id or readable name in their address.
pub fn titles(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<(String, String)>, Error> {
    let among = |column: &str| tx.dialect().among(column, "$1");
    let sql = format!(
        "SELECT id, title FROM contents WHERE {}
         UNION ALL SELECT slug, title FROM contents WHERE {}",
        among("id"),
        among("slug")
    );
    tx.query_as(&sql, &[Json::from(ids).to_string().into()])
}

/// A content as an entry of lists.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedContent {
    /// Id of the content, or of its draft.
    pub id: String,
    /// Title. Empty if it has none yet.
    pub title: String,
    /// True if it is public.
    pub is_published: bool,
    /// True if it is in the trash.
    pub is_trashed: bool,
}

/// Returns the names of existing contents, also of drafts without a content.
pub fn content_names(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedContent>, Error> {
    let among = |column: &str| tx.dialect().among(column, "$1");
    let sql = format!(
        "SELECT id, title, is_published, trashed_at IS NOT NULL AS is_trashed FROM contents WHERE {}
         UNION ALL SELECT content_id AS id, coalesce(title, '') AS title, FALSE AS is_published, FALSE AS is_trashed
         FROM content_drafts d
         WHERE {} AND NOT EXISTS (SELECT 1 FROM contents c WHERE c.id = d.content_id)",
        among("id"),
        among("content_id")
    );
    tx.query_as(&sql, &[Json::from(ids).to_string().into()])
}

//! Counts and names of contents, for the panel.

use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

/// Contents that are not published, without those in the trash.
pub fn drafts(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM contents WHERE is_published = FALSE AND trashed_at IS NULL", &[])
}

/// Contents that wait for review.
pub fn waiting_reviews(tx: &mut Tx<'_>) -> Result<i64, Error> {
    tx.query_one_as("SELECT count(*) FROM content_reviews WHERE state = 'waiting'", &[])
}

/// The titles of these contents, as far as they exist, by what stands in their address: the id or the readable one.
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

/// A content as lists name it.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedContent {
    /// Id of the content, or of its draft.
    pub id: String,
    /// Empty where it has none yet.
    pub title: String,
    /// True if readers find it.
    pub is_published: bool,
    /// True if it is in the trash.
    pub is_trashed: bool,
}

/// The names of these contents, as far as they exist; also of those that are only a draft yet.
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

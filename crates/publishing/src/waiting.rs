//! What the panel's first page says of contents.

use ateneu_base::Value;
use ateneu_db::{Error, Tx};
use serde::Deserialize;

/// Contents that are not published, without those in the trash.
///
/// # Errors
/// The database's.
pub fn drafts(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let sql = "SELECT count(*) AS drafts FROM contents WHERE is_published = FALSE AND trashed_at IS NULL";
    let row = tx.query_optional(sql, &[])?;
    Ok(row.and_then(|row| row.int("drafts")).unwrap_or(0))
}

/// Contents that wait for review.
///
/// # Errors
/// The database's.
pub fn waiting_reviews(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let row =
        tx.query_optional("SELECT count(*) AS waiting FROM content_reviews WHERE state = 'waiting'", &[])?;
    Ok(row.and_then(|row| row.int("waiting")).unwrap_or(0))
}

/// The titles of these contents, as far as they exist, by what stands in their address: the id or the readable one.
///
/// # Errors
/// The database's.
pub fn titles(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<(String, String)>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let sql = format!(
        "SELECT id AS word, title FROM contents WHERE id IN ({places})
         UNION ALL SELECT slug AS word, title FROM contents WHERE slug IN ({places})"
    );
    let ids: Vec<Value> = ids.iter().map(Into::into).collect();
    let rows = tx.query(&sql, &ids)?;
    Ok(rows.iter().filter_map(|row| Some((row.text("word")?.into(), row.text("title")?.into()))).collect())
}

/// A content as lists name it.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedContent {
    /// Its id.
    pub id: String,
    /// Empty where it has none yet.
    pub title: String,
    /// Whether readers find it.
    pub is_published: bool,
    /// Whether it is in the trash.
    pub is_trashed: bool,
}

/// The names of these contents, as far as they exist; also of those that are only a draft yet.
///
/// # Errors
/// The database's.
pub fn named(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedContent>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let sql = format!(
        "SELECT id, title, is_published, trashed_at IS NOT NULL AS is_trashed FROM contents WHERE id IN ({places})
         UNION ALL SELECT content_id AS id, coalesce(title, '') AS title, FALSE AS is_published, FALSE AS is_trashed
         FROM content_drafts d
         WHERE content_id IN ({places}) AND NOT EXISTS (SELECT 1 FROM contents c WHERE c.id = d.content_id)"
    );
    let ids: Vec<Value> = ids.iter().map(Into::into).collect();
    tx.query_as(&sql, &ids)
}

//! What the panel's first page says of contents.

use ateneu_base::Value;
use ateneu_db::{Error, Tx};

/// Contents that are not published, without those in the trash.
///
/// # Errors
/// The database's.
pub fn drafts(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let sql = "SELECT count(*) AS drafts FROM contents WHERE is_published = FALSE AND trashed_at IS NULL";
    let row = tx.query_optional(sql, &[])?;
    Ok(row.and_then(|row| row.int("drafts")).unwrap_or(0))
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

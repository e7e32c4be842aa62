//! The names of courses, for lists of other subjects.

use ateneu_base::Value;
use ateneu_db::{Error, Tx};

/// A course as lists name it.
#[derive(Clone, Debug)]
pub struct NamedCourse {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether members find it.
    pub is_published: bool,
}

/// The names of these courses, as far as they exist.
///
/// # Errors
/// The database's.
pub fn named(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedCourse>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!("SELECT id, title, is_published FROM courses WHERE id IN ({})", places.join(", "));
    let ids: Vec<Value> = ids.iter().map(Into::into).collect();
    let rows = tx.query(&sql, &ids)?;
    let named = rows.iter().map(|row| NamedCourse {
        id: row.text("id").unwrap_or_default().to_owned(),
        title: row.text("title").unwrap_or_default().to_owned(),
        is_published: row.truth("is_published"),
    });
    Ok(named.collect())
}

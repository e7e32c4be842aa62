//! The names of courses and lessons, for lists of other subjects.

use ateneu_base::Value;
use ateneu_db::{Error, Row, Tx};

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

/// A lesson as lists name it.
#[derive(Clone, Debug)]
pub struct NamedLesson {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whether members find it.
    pub is_published: bool,
    /// Its course's id.
    pub course_id: String,
    /// Its course's title.
    pub course_title: String,
}

/// The names of these lessons, as far as they exist.
///
/// # Errors
/// The database's.
pub fn named_lessons(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedLesson>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT l.id, l.title, l.is_published AND c.is_published AS is_published, c.id AS course_id,
                c.title AS course_title
         FROM lessons l JOIN courses c ON c.id = l.course_id WHERE l.id IN ({})",
        places.join(", ")
    );
    let ids: Vec<Value> = ids.iter().map(Into::into).collect();
    let rows = tx.query(&sql, &ids)?;
    let text = |row: &Row, column: &str| row.text(column).unwrap_or_default().to_owned();
    let named = rows.iter().map(|row| NamedLesson {
        id: text(row, "id"),
        title: text(row, "title"),
        is_published: row.truth("is_published"),
        course_id: text(row, "course_id"),
        course_title: text(row, "course_title"),
    });
    Ok(named.collect())
}

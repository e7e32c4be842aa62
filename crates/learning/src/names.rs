//! Names of courses and lessons, for lists of other subjects.

use ateneu_db::{Error, Tx};
use serde::Deserialize;
use serde_json::Value as Json;

/// A course as an entry of lists.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedCourse {
    /// Id of the course.
    pub id: String,
    /// Title of the course.
    pub title: String,
    /// True if it is visible to members.
    pub is_published: bool,
}

/// Returns the names of existing courses.
pub fn course_names(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedCourse>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!("SELECT id, title, is_published FROM courses WHERE {}", tx.dialect().among("id", "$1"));
    tx.query_as(&sql, &[Json::from(ids).to_string().into()])
}

/// A lesson as an entry of lists.
#[derive(Clone, Debug, Deserialize)]
pub struct NamedLesson {
    /// Id of the lesson.
    pub id: String,
    /// Title of the lesson.
    pub title: String,
    /// True if it is visible to members.
    pub is_published: bool,
    /// Id of the lesson's course.
    pub course_id: String,
    /// Title of the lesson's course.
    pub course_title: String,
}

/// Returns the names of existing lessons.
pub fn lesson_names(tx: &mut Tx<'_>, ids: &[String]) -> Result<Vec<NamedLesson>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT l.id, l.title, l.is_published AND c.is_published AS is_published, c.id AS course_id,
                c.title AS course_title
         FROM lessons l JOIN courses c ON c.id = l.course_id WHERE {}",
        tx.dialect().among("l.id", "$1")
    );
    tx.query_as(&sql, &[Json::from(ids).to_string().into()])
}

//! A course for its editor: modules and lessons in order, drafts included.

use std::hash::{DefaultHasher, Hash, Hasher};

use ateneu_base::Value;
use ateneu_data::{Argument, Error, Procedure, answer};
use ateneu_db::{Tx, json_column};
use ateneu_schema::{Kind, rule::admin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::MAX_PARTS;
use crate::media::Media;

/// The parts of a course, in order.
#[derive(Serialize, JsonSchema)]
pub struct Outline {
    /// Version of this order, which `order_course` requires.
    pub version: String,
    pub modules: Vec<OutlineModule>,
}

#[derive(Serialize, JsonSchema)]
pub struct OutlineModule {
    pub id: String,
    title: String,
    pub lessons: Vec<OutlineLesson>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
pub struct OutlineLesson {
    pub id: String,
    title: String,
    kind: String,
    duration_seconds: i64,
    is_published: bool,
    is_sample: bool,
    opens_at: Option<String>,
    opens_after_days: i64,
    requires_lesson_id: Option<String>,
    has_text: bool,
    has_file: bool,
    has_captions: bool,
    /// Number of the quiz's questions.
    questions: i64,
    /// Findings of the server in the file. Null before the inspection.
    #[serde(deserialize_with = "json_column")]
    media: Option<Media>,
}

/// Declares the procedure that returns the course for its editor, or null for an unknown one.
pub fn procedure() -> Procedure {
    Procedure::reads::<Option<Outline>>(
        "course_outline",
        [Argument::required("course_id", Kind::Uuid)],
        admin(),
        |tx, call| answer(&outline(tx, call.text("course_id").unwrap_or_default())?),
    )
}

pub fn outline(tx: &mut Tx<'_>, course: &str) -> Result<Option<Outline>, Error> {
    if tx.query_optional("SELECT 1 AS found FROM courses WHERE id = $1", &[course.into()])?.is_none() {
        return Ok(None);
    }
    let modules: Vec<(String, String)> = tx.query_as(
        "SELECT id, title FROM course_modules WHERE course_id = $1 ORDER BY sort_order, id LIMIT $2",
        &[course.into(), Value::Int(MAX_PARTS)],
    )?;
    let lessons = tx.query(
        "SELECT id, module_id, title, kind, duration_seconds, is_published, is_sample, opens_at, opens_after_days,
                requires_lesson_id, coalesce(length(body), 0) > 0 AS has_text, file_url IS NOT NULL AS has_file,
                coalesce(length(captions), 0) > 0 AS has_captions, media,
                (SELECT count(*) FROM quiz_questions WHERE quiz_questions.lesson_id = lessons.id) AS questions
         FROM lessons WHERE course_id = $1 ORDER BY sort_order, id LIMIT $2",
        &[course.into(), Value::Int(MAX_PARTS)],
    )?;
    let modules = modules.into_iter().map(|(id, title)| OutlineModule { id, title, lessons: Vec::new() });
    let mut outlined: Vec<_> = modules.collect();
    for row in &lessons {
        if let Some(module) =
            outlined.iter_mut().find(|module| row.text("module_id") == Some(module.id.as_str()))
        {
            module.lessons.push(row.read()?);
        }
    }
    Ok(Some(Outline { version: version(&outlined), modules: outlined }))
}

/// Returns the version of an order, equal only for equal orders. It is computed at each read and never stored.
fn version(modules: &[OutlineModule]) -> String {
    let mut hasher = DefaultHasher::new();
    for module in modules {
        module.id.hash(&mut hasher);
        for lesson in &module.lessons {
            lesson.id.hash(&mut hasher);
        }
        "".hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

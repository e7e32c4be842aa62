//! `duplicate_course`: a draft with the same modules, lessons and questions, without students, reviews and figures.

use ateneu_base::{Timestamp, Value, fold, ids};
use ateneu_data::{Argument, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde_json::Value as Json;

use super::parts::MAX_PARTS;

use crate::refused::Refused;

/// Maximum length of a title in characters.
const MAX_TITLE_LENGTH: usize = 200;
const COPY: &str = " (cópia)";

/// Declares the procedure that copies a course as a draft, and returns the copy's id. Both share the files of lessons.
pub fn procedure() -> Procedure {
    Procedure::writes::<String>(
        "duplicate_course",
        [Argument::required("course_id", Kind::Uuid)],
        admin(),
        |tx, call| duplicate(tx, call.text("course_id").unwrap_or_default(), call.now).map(Json::from),
    )
}

fn duplicate(tx: &mut Tx<'_>, course: &str, now: Timestamp) -> Result<String, Error> {
    let found =
        tx.query_optional_as("SELECT title, description FROM courses WHERE id = $1", &[course.into()])?;
    let (title, description): (String, Option<String>) = found.ok_or(Refused::CourseNotFound)?;
    let kept = MAX_TITLE_LENGTH - COPY.chars().count();
    let title: String = title.chars().take(kept).chain(COPY.chars()).collect();
    let search_text = fold::fold(&format!("{title} {}", description.unwrap_or_default()));
    let copy = ids::row_id(now);
    tx.write(
        "INSERT INTO courses (id, title, description, requirements, instructor, duration, thumbnail, categories, tags,
                              level, entitlement, visible_from, is_programme_only, has_certificate, needs_quizzes, certificate_months, sort_order, is_published,
                              rating, created_at, updated_at, search_text)
         SELECT $2, $3, description, requirements, instructor, duration, thumbnail, categories, tags, level, entitlement,
                visible_from,
                is_programme_only, has_certificate, needs_quizzes, certificate_months, sort_order, false, 0, $4, $4, $5
         FROM courses WHERE id = $1",
        &[course.into(), copy.as_str().into(), title.into(), now.into(), search_text.into()],
    )?;
    let modules = Copied::of(tx, "SELECT id FROM course_modules WHERE course_id = $1 LIMIT $2", course, now)?;
    let lessons = Copied::of(tx, "SELECT id FROM lessons WHERE course_id = $1 LIMIT $2", course, now)?;
    let questions = Copied::of(
        tx,
        "SELECT quiz_questions.id FROM quiz_questions JOIN lessons ON lessons.id = quiz_questions.lesson_id
         WHERE lessons.course_id = $1 LIMIT $2",
        course,
        now,
    )?;
    let (ends, id) = (vec![course.into(), copy.as_str().into()], modules.new_id("id", 3));
    tx.write(
        &format!(
            "INSERT INTO course_modules (id, course_id, title, sort_order)
             SELECT {id}, $2, title, sort_order FROM course_modules WHERE course_id = $1"
        ),
        &[ends.clone(), modules.parameters()].concat(),
    )?;
    let after = 3 + modules.0.len() * 2;
    let (id, required) = (lessons.new_id("id", after), lessons.new_id("requires_lesson_id", after));
    let module = modules.new_id("module_id", 3);
    tx.write(
        &format!(
            "INSERT INTO lessons (id, module_id, course_id, title, summary, kind, body, file_url, captions,
                                  duration_seconds, sort_order, is_published, is_sample, opens_at, opens_after_days,
                                  requires_lesson_id, pass_mark, max_attempts, is_shuffled, file_key, media,
                                  search_text, created_at)
             SELECT {id}, {module}, $2, title, summary, kind, body, file_url, captions, duration_seconds, sort_order,
                    is_published, is_sample, opens_at, opens_after_days, {required}, pass_mark, max_attempts,
                    is_shuffled, file_key, media, search_text, created_at
             FROM lessons WHERE course_id = $1"
        ),
        &[ends, modules.parameters(), lessons.parameters()].concat(),
    )?;
    let after = 2 + questions.0.len() * 2;
    let (id, lesson) = (questions.new_id("quiz_questions.id", 2), lessons.new_id("lesson_id", after));
    tx.write(
        &format!(
            "INSERT INTO quiz_questions (id, lesson_id, kind, prompt, options, answers, explanation, sort_order)
             SELECT {id}, {lesson}, quiz_questions.kind, prompt, options, answers, explanation,
                    quiz_questions.sort_order
             FROM quiz_questions JOIN lessons ON lessons.id = quiz_questions.lesson_id WHERE lessons.course_id = $1"
        ),
        &[vec![course.into()], questions.parameters(), lessons.parameters()].concat(),
    )?;
    Ok(copy)
}

/// Pairs of an id and its copy's.
struct Copied(Vec<(String, String)>);

impl Copied {
    fn of(tx: &mut Tx<'_>, sql: &str, course: &str, now: Timestamp) -> Result<Self, Error> {
        let old: Vec<String> = tx.query_as(sql, &[course.into(), Value::Int(MAX_PARTS)])?;
        Ok(Self(old.into_iter().map(|id| (id, ids::row_id(now))).collect()))
    }

    /// Returns SQL of the copy's id for a column. The pairs are the parameters from `first` on.
    fn new_id(&self, column: &str, first: usize) -> String {
        let branches: String = (first..)
            .step_by(2)
            .zip(&self.0)
            .map(|(number, _)| format!(" WHEN ${number} THEN ${}", number + 1))
            .collect();
        if branches.is_empty() { column.to_owned() } else { format!("CASE {column}{branches} END") }
    }

    fn parameters(&self) -> Vec<Value> {
        self.0.iter().flat_map(|(old, new)| [old.as_str().into(), new.as_str().into()]).collect()
    }
}

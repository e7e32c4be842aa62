//! Consequences of writes of the data service, in the same transaction.

use ateneu_base::Record;
use ateneu_data::{Error, Trigger, Write, text_of, truth_of};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::{
    points::{self, Reason},
    refused::Refused,
};

pub fn triggers() -> Vec<Trigger> {
    vec![
        Trigger::of("course_reviews").before(only_students).after(rate_course),
        Trigger::of("community_comments").after(reward_answer),
        Trigger::of("lessons").before(within_course),
        Trigger::of("lessons").before(one_sample),
    ]
}

/// A course is reviewed by whom has begun it.
fn only_students(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    if write.caller.is_service() || write.old.is_some() {
        return Ok(());
    }
    let begun = tx.query_optional(
        "SELECT 1 AS begun FROM course_members WHERE course_id = $1 AND user_id = $2",
        &[text_of(new, "course_id").into(), text_of(new, "user_id").into()],
    )?;
    begun.map(drop).ok_or_else(|| Refused::CourseNotBegun.into())
}

/// The rating of a course is the mean of its reviews.
fn rate_course(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    let course = new.or(write.old).and_then(|review| text_of(review, "course_id"));
    tx.write(
        "UPDATE courses SET rating = coalesce(
             (SELECT avg(course_reviews.rating * 1.0) FROM course_reviews WHERE course_id = courses.id), 0)
         WHERE id = $1",
        &[course.into()],
    )?;
    Ok(())
}

/// The author of an accepted answer gets points; nobody for an answer to the own topic.
fn reward_answer(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    let (Some(old), Some(new)) = (write.old, new) else { return Ok(()) };
    if write.caller.is_service() || truth_of(old, "is_accepted") || !truth_of(new, "is_accepted") {
        return Ok(());
    }
    match (text_of(new, "author_id"), text_of(new, "id")) {
        (Some(author), Some(comment)) if text_of(new, "post_author") != Some(author) => {
            points::give(tx, author, Reason::Answer, comment, write.now).map_err(Error::from)
        }
        _ => Ok(()),
    }
}

/// A lesson stands in a module of its course, and requires another lesson of it. Each change counts, and what is known of a
/// file goes with it.
fn within_course(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    if let Some(old) = write.old {
        let revision = old.get("revision").and_then(Json::as_i64).unwrap_or_default();
        new.insert("revision".into(), Json::from(revision + 1));
        if text_of(old, "file_url") != text_of(new, "file_url") {
            new.insert("media".into(), Json::Null);
        }
    }
    let course = text_of(new, "course_id");
    let of_module: Option<String> = tx.query_optional_as(
        "SELECT course_id FROM course_modules WHERE id = $1",
        &[text_of(new, "module_id").into()],
    )?;
    if of_module.is_some_and(|of_module| Some(&*of_module) != course) {
        return Err(Refused::ModuleOfAnotherCourse.into());
    }
    let Some(required) = text_of(new, "requires_lesson_id") else { return Ok(()) };
    let of_required: Option<String> =
        tx.query_optional_as("SELECT course_id FROM lessons WHERE id = $1", &[required.into()])?;
    if Some(required) == text_of(new, "id") || of_required.is_some_and(|of| Some(&*of) != course) {
        return Err(Refused::LessonOfAnotherCourse.into());
    }
    Ok(())
}

/// A course has one sample: the lesson that becomes it takes the place of the former one. A quiz is none, as visitors cannot
/// answer it.
fn one_sample(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    if !truth_of(new, "is_sample") {
        return Ok(());
    }
    if text_of(new, "kind") == Some("quiz") {
        return Err(Refused::QuizAsSample.into());
    }
    if !write.old.is_some_and(|old| truth_of(old, "is_sample")) {
        tx.write(
            "UPDATE lessons SET is_sample = $3, revision = revision + 1 WHERE course_id = $1 AND id <> $2 AND is_sample",
            &[text_of(new, "course_id").into(), text_of(new, "id").into(), false.into()],
        )?;
    }
    Ok(())
}

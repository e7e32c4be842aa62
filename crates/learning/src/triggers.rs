//! Consequences of writes of the data service, in the same transaction.

use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, TableRow};
use serde_json::Value as Json;

use crate::{
    points::{self, PointReason},
    refused::Refused,
    words::LessonKind,
};

pub fn triggers() -> Vec<Trigger> {
    vec![
        Trigger::on::<Review>().before(only_students).after(rate_course),
        Trigger::on::<Comment>().after(reward_answer),
        Trigger::on::<Lesson>().before(within_course),
        Trigger::on::<Lesson>().before(one_sample),
    ]
}

#[derive(Clone, PartialEq, TableRow)]
#[table("course_reviews")]
struct Review {
    course_id: String,
    user_id: String,
    rating: i64,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("community_comments")]
struct Comment {
    id: String,
    author_id: String,
    post_author: Option<String>,
    is_accepted: bool,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("lessons")]
struct Lesson {
    id: String,
    course_id: String,
    module_id: String,
    requires_lesson_id: Option<String>,
    kind: LessonKind,
    is_sample: bool,
    file_url: Option<String>,
    media: Option<AsJson<Json>>,
    revision: i64,
}

/// Refuses reviews of a course by people who have not begun it.
fn only_students(tx: &mut Tx<'_>, write: &Write<'_, Review>, new: &mut Review) -> Result<(), Error> {
    if write.caller.is_service() || write.old.is_some() {
        return Ok(());
    }
    let begun = tx.query_optional(
        "SELECT 1 AS begun FROM course_members WHERE course_id = $1 AND user_id = $2",
        &[(&new.course_id).into(), (&new.user_id).into()],
    )?;
    begun.map(drop).ok_or_else(|| Refused::CourseNotBegun.into())
}

/// Sets the rating of a course to the mean of its reviews.
fn rate_course(tx: &mut Tx<'_>, write: &Write<'_, Review>, new: Option<&Review>) -> Result<(), Error> {
    let course = new.or(write.old).map(|review| &review.course_id);
    tx.write(
        "UPDATE courses SET rating = coalesce(
             (SELECT avg(course_reviews.rating * 1.0) FROM course_reviews WHERE course_id = courses.id), 0)
         WHERE id = $1",
        &[course.into()],
    )?;
    Ok(())
}

/// Gives points to the author of an accepted answer, except under an own topic.
fn reward_answer(tx: &mut Tx<'_>, write: &Write<'_, Comment>, new: Option<&Comment>) -> Result<(), Error> {
    let (Some(old), Some(new)) = (write.old, new) else { return Ok(()) };
    if write.caller.is_service() || old.is_accepted || !new.is_accepted {
        return Ok(());
    }
    if new.post_author.as_ref() == Some(&new.author_id) {
        return Ok(());
    }
    points::give(tx, &new.author_id, PointReason::Answer, &new.id, write.now).map_err(Error::from)
}

/// Checks that a lesson's module and required lesson belong to its course. Counts the change, and clears the findings
/// of a replaced file.
fn within_course(tx: &mut Tx<'_>, write: &Write<'_, Lesson>, new: &mut Lesson) -> Result<(), Error> {
    if let Some(old) = write.old {
        new.revision = old.revision + 1;
        if old.file_url != new.file_url {
            new.media = None;
        }
    }
    let course = Some(&new.course_id);
    let of_module: Option<String> = tx.query_optional_as(
        "SELECT course_id FROM course_modules WHERE id = $1",
        &[(&new.module_id).into()],
    )?;
    if of_module.is_some() && of_module.as_ref() != course {
        return Err(Refused::ModuleOfAnotherCourse.into());
    }
    let Some(required) = &new.requires_lesson_id else { return Ok(()) };
    let of_required: Option<String> =
        tx.query_optional_as("SELECT course_id FROM lessons WHERE id = $1", &[required.into()])?;
    if *required == new.id || of_required.is_some() && of_required.as_ref() != course {
        return Err(Refused::LessonOfAnotherCourse.into());
    }
    Ok(())
}

/// Makes a new sample of a course replace the former one. A quiz cannot be one, because visitors cannot answer it.
fn one_sample(tx: &mut Tx<'_>, write: &Write<'_, Lesson>, new: &mut Lesson) -> Result<(), Error> {
    if !new.is_sample {
        return Ok(());
    }
    if new.kind == LessonKind::Quiz {
        return Err(Refused::QuizAsSample.into());
    }
    if !write.old.is_some_and(|old| old.is_sample) {
        tx.write(
            "UPDATE lessons SET is_sample = $3, revision = revision + 1 WHERE course_id = $1 AND id <> $2 AND is_sample",
            &[(&new.course_id).into(), (&new.id).into(), false.into()],
        )?;
    }
    Ok(())
}

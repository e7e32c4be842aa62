//! Posts of the community about a lesson: they are as open as the course of the lesson. Those about a sample lesson open with
//! the community, as all other posts do.

use ateneu_base::{Entitlement, Record};
use ateneu_data::{Error, Trigger, Write, text_of};
use ateneu_db::{Error as DbError, Tx};

use crate::error_code::ErrorCode;

pub fn triggers() -> [Trigger; 3] {
    [
        Trigger::of("community_posts").before(take_entitlement),
        Trigger::of("courses")
            .after(|tx, _, course| Ok(follow(tx, course.and_then(|row| text_of(row, "id")))?)),
        Trigger::of("lessons")
            .after(|tx, _, lesson| Ok(follow(tx, lesson.and_then(|row| text_of(row, "course_id")))?)),
    ]
}

/// SQL: what opens the posts about a row of `lessons`. `$1` is the entitlement of those about a sample.
const OPENED_BY: &str = "CASE WHEN lessons.is_sample THEN $1
     ELSE (SELECT courses.entitlement FROM courses WHERE courses.id = lessons.course_id) END";

/// A new post takes the entitlement of its lesson's course, which its author must have.
fn take_entitlement(tx: &mut Tx<'_>, write: &Write<'_>, post: &mut Record) -> Result<(), Error> {
    let (None, Some(lesson)) = (write.old, text_of(post, "lesson_id")) else { return Ok(()) };
    let sql = format!("SELECT {OPENED_BY} FROM lessons WHERE lessons.id = $2");
    let found: Option<String> =
        tx.query_optional_as(&sql, &[Entitlement::Community.name().into(), lesson.into()])?;
    // The foreign key refuses a lesson that does not exist.
    let Some(entitlement) = found else { return Ok(()) };
    let caller = write.caller;
    if !(caller.is_service() || caller.is_staff() || caller.facts.entitlements.contains(&entitlement)) {
        return Err(ErrorCode::PlanRequired.into());
    }
    post.insert("entitlement".into(), entitlement.into());
    Ok(())
}

/// Lets the posts about the lessons of a course follow what opens it.
///
/// # Errors
/// The database's.
pub fn follow(tx: &mut Tx<'_>, course: Option<&str>) -> Result<(), DbError> {
    let opened_by = format!("(SELECT {OPENED_BY} FROM lessons WHERE lessons.id = community_posts.lesson_id)");
    let sql = format!(
        "UPDATE community_posts SET entitlement = {opened_by}
         WHERE lesson_id IN (SELECT id FROM lessons WHERE course_id = $2) AND entitlement <> {opened_by}"
    );
    tx.write(&sql, &[Entitlement::Community.name().into(), course.into()])?;
    Ok(())
}

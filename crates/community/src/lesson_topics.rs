//! Posts about a lesson: they are as open as the course of the lesson. Those about a sample lesson open with the community, as
//! all other posts do.

use ateneu_base::{Caller, Entitlement, Record};
use ateneu_data::{Error, Write, text_of};
use ateneu_db::Tx;

use crate::refused::Refused;

/// SQL: the entitlement of posts about a row of `lessons`. `$1` is that of the community.
const ENTITLEMENT: &str = "CASE WHEN lessons.is_sample THEN $1
     ELSE (SELECT courses.entitlement FROM courses WHERE courses.id = lessons.course_id) END";

/// Sets the entitlement of a new post to that of its lesson's course.
///
/// # Errors
/// Fails with `plan_required` if the author's plan does not open the course.
pub fn set_entitlement(tx: &mut Tx<'_>, author: &Caller, post: &mut Record) -> Result<(), Error> {
    let Some(lesson) = text_of(post, "lesson_id") else { return Ok(()) };
    let sql = format!("SELECT {ENTITLEMENT} FROM lessons WHERE lessons.id = $2");
    let found: Option<String> =
        tx.query_optional_as(&sql, &[Entitlement::Community.name().into(), lesson.into()])?;
    // The foreign key refuses a lesson that does not exist.
    let Some(entitlement) = found else { return Ok(()) };
    if !(author.is_service() || author.is_staff() || author.facts.entitlements.contains(&entitlement)) {
        return Err(Refused::PlanRequired.into());
    }
    post.insert("entitlement".into(), entitlement.into());
    Ok(())
}

/// Updates the posts about the lessons of a course that another entitlement opens now.
pub fn follow_course(tx: &mut Tx<'_>, write: &Write<'_>, course: Option<&Record>) -> Result<(), Error> {
    follow(tx, write.old, course, &["entitlement"], "id")
}

/// Updates the posts about the lessons of a course of which one became its sample, or came from another course.
pub fn follow_lesson(tx: &mut Tx<'_>, write: &Write<'_>, lesson: Option<&Record>) -> Result<(), Error> {
    follow(tx, write.old, lesson, &["is_sample", "course_id"], "course_id")
}

/// `course`: the column with the id of the course.
fn follow(
    tx: &mut Tx<'_>,
    old: Option<&Record>,
    new: Option<&Record>,
    columns: &[&str],
    course: &str,
) -> Result<(), Error> {
    // A new row has no posts yet; those of a removed lesson stay as they are.
    let (Some(old), Some(new)) = (old, new) else { return Ok(()) };
    if columns.iter().all(|column| old.get(*column) == new.get(*column)) {
        return Ok(());
    }
    let entitlement =
        format!("(SELECT {ENTITLEMENT} FROM lessons WHERE lessons.id = community_posts.lesson_id)");
    let sql = format!(
        "UPDATE community_posts SET entitlement = {entitlement}
         WHERE lesson_id IN (SELECT id FROM lessons WHERE course_id = $2) AND entitlement <> {entitlement}"
    );
    tx.write(&sql, &[Entitlement::Community.name().into(), text_of(new, course).into()])?;
    Ok(())
}

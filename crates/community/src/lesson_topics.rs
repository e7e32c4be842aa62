//! Posts about a lesson: they are as open as the course of the lesson. Those about a sample lesson open with the community, as
//! all other posts do.

use ateneu_base::{Caller, Entitlement, Record};
use ateneu_data::{Error, text_of};
use ateneu_db::Tx;

use crate::error_code::ErrorCode;

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
        return Err(ErrorCode::PlanRequired.into());
    }
    post.insert("entitlement".into(), entitlement.into());
    Ok(())
}

/// Updates the posts about the lessons of the course that a written row names in the column `id`.
pub fn follow_course(tx: &mut Tx<'_>, written: Option<&Record>, id: &str) -> Result<(), Error> {
    let Some(course) = written.and_then(|row| text_of(row, id)) else { return Ok(()) };
    let entitlement =
        format!("(SELECT {ENTITLEMENT} FROM lessons WHERE lessons.id = community_posts.lesson_id)");
    let sql = format!(
        "UPDATE community_posts SET entitlement = {entitlement}
         WHERE lesson_id IN (SELECT id FROM lessons WHERE course_id = $2) AND entitlement <> {entitlement}"
    );
    tx.write(&sql, &[Entitlement::Community.name().into(), course.into()])?;
    Ok(())
}

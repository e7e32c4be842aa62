//! Posts about a lesson, which the entitlement of its course opens. Those about a sample lesson open with the
//! community, as all other posts do.

use ateneu_base::{Caller, Entitlement};
use ateneu_data::{Error, Trigger};
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::{refused::Refused, rows::Post};

/// SQL: the entitlement of posts about a row of `lessons`. `$1` is that of the community.
const ENTITLEMENT: &str = "CASE WHEN lessons.is_sample THEN $1
     ELSE (SELECT courses.entitlement FROM courses WHERE courses.id = lessons.course_id) END";

/// Rows whose changes affect the entitlement of posts about lessons.
#[derive(Clone, PartialEq, TableRow)]
#[table("courses")]
struct Course {
    id: String,
    entitlement: String,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("lessons")]
struct Lesson {
    course_id: String,
    is_sample: bool,
}

pub fn triggers() -> [Trigger; 2] {
    [
        Trigger::on::<Course>().after(|tx, write, course| {
            follow(tx, write.old.is_some(), course.map(|course: &Course| course.id.as_str()))
        }),
        Trigger::on::<Lesson>().after(|tx, write, lesson| {
            follow(tx, write.old.is_some(), lesson.map(|lesson: &Lesson| lesson.course_id.as_str()))
        }),
    ]
}

/// Sets the entitlement of a new post to that of its lesson's course.
///
/// # Errors
/// Fails with `plan_required` if the author's plan does not open the course.
pub fn set_entitlement(tx: &mut Tx<'_>, author: &Caller, post: &mut Post) -> Result<(), Error> {
    let Some(lesson) = &post.lesson_id else { return Ok(()) };
    let sql = format!("SELECT {ENTITLEMENT} FROM lessons WHERE lessons.id = $2");
    let found: Option<String> =
        tx.query_optional_as(&sql, &[Entitlement::Community.name().into(), lesson.into()])?;
    // The foreign key refuses a missing lesson.
    let Some(entitlement) = found else { return Ok(()) };
    if !(author.is_service() || author.is_staff() || author.facts.entitlements.contains(&entitlement)) {
        return Err(Refused::PlanRequired.into());
    }
    post.entitlement = entitlement;
    Ok(())
}

/// Updates the posts about the lessons of a course. A new row has none yet, and those of a removed lesson are
/// unchanged.
fn follow(tx: &mut Tx<'_>, is_change: bool, course: Option<&str>) -> Result<(), Error> {
    let Some(course) = course.filter(|_| is_change) else { return Ok(()) };
    let entitlement =
        format!("(SELECT {ENTITLEMENT} FROM lessons WHERE lessons.id = community_posts.lesson_id)");
    let sql = format!(
        "UPDATE community_posts SET entitlement = {entitlement}
         WHERE lesson_id IN (SELECT id FROM lessons WHERE course_id = $2) AND entitlement <> {entitlement}"
    );
    tx.write(&sql, &[Entitlement::Community.name().into(), course.into()])?;
    Ok(())
}

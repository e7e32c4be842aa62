//! `course_as_student`: the open parts of a course for a plan, some days after the beginning.

use std::collections::BTreeMap;

use ateneu_base::calendar;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde_json::Value as Json;

use crate::rights::{self, Lock};

use crate::refused::Refused;

/// Maximum number of days, ten years.
const MAX_DAYS: i64 = 3_650;

/// Declares the procedure that returns the lock of each lesson for a student with the plan who began the course `days`
/// ago and has finished no lesson. Without a plan, the locks are those of a visitor. Writes nothing. Returns null for
/// an unknown course.
pub fn procedure() -> Procedure {
    Procedure::reads::<Option<BTreeMap<String, Option<Lock>>>>(
        "course_as_student",
        [
            Argument::required("course_id", Kind::Uuid),
            Argument::optional("plan", Kind::Text),
            Argument::required("days", Kind::Int),
        ],
        admin(),
        |tx, call| answer(&locks(tx, call)?),
    )
}

fn locks(tx: &mut Tx<'_>, call: &Call) -> Result<Option<BTreeMap<String, Option<Lock>>>, Error> {
    let days = call.arguments.get("days").and_then(Json::as_i64).filter(|days| (0..=MAX_DAYS).contains(days));
    let days = days.ok_or(Refused::InvalidDays)?;
    let plan = Some(call.text("plan").unwrap_or_default()).filter(|plan| !plan.is_empty());
    let joined_at = calendar::start_of_day_after(call.now, -i32::try_from(days).unwrap_or(i32::MAX));
    let id = call.text("course_id").unwrap_or_default();
    let course = rights::as_student(tx, &call.caller, id, plan, (joined_at, call.now))?;
    Ok(course.map(|course| {
        let lock = |lesson| course.lock(lesson, call.now);
        course.lessons.iter().map(|lesson| (lesson.id.clone(), lock(lesson))).collect()
    }))
}

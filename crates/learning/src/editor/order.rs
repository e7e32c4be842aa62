//! `order_course`: saves the order of modules and lessons as a whole. Of two concurrent editors the second is refused.

use std::collections::BTreeSet;

use ateneu_base::Value;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use serde::Deserialize;
use serde_json::Value as Json;

use super::{
    outline::{Outline, outline},
    parts::by_id,
};

use crate::refused::Refused;

/// A module with its lessons, both in order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    id: String,
    lessons: Vec<String>,
}

/// Declares the procedure that orders all parts of a course, and returns the course. `version` is that of the outline
/// behind the new order. Fails with `course_order_changed` if the order has changed since, and with `invalid_order` if
/// the parts are not exactly those of the course.
pub fn procedure() -> Procedure {
    Procedure::writes::<Outline>(
        "order_course",
        [
            Argument::required("course_id", Kind::Uuid),
            Argument::required("version", Kind::Text),
            Argument::required("modules", Kind::Json),
        ],
        admin(),
        |tx, call| answer(&order(tx, call)?),
    )
}

fn order(tx: &mut Tx<'_>, call: &Call) -> Result<Outline, Error> {
    let course = call.text("course_id").unwrap_or_default();
    let wanted = call.arguments.get("modules").cloned().unwrap_or(Json::Null);
    let wanted: Vec<Placed> = serde_json::from_value(wanted).map_err(|_| Refused::InvalidOrder)?;
    // Concurrent orders of a course are checked one after the other.
    tx.lock(&format!("course {course}"))?;
    let now = outline(tx, course)?.ok_or(Refused::CourseNotFound)?;
    if now.version != call.text("version").unwrap_or_default() {
        return Err(Refused::CourseOrderChanged.into());
    }
    check(&now, &wanted)?;
    let modules: Vec<Value> = wanted.iter().map(|module| module.id.as_str().into()).collect();
    let place = by_id("sort_order", 2, (0..modules.len()).map(|place| place.to_string()));
    write(
        tx,
        &format!("UPDATE course_modules SET sort_order = {place} WHERE course_id = $1"),
        course,
        &modules,
    )?;
    let lessons: Vec<(usize, &str)> = wanted
        .iter()
        .zip(2_usize..)
        .flat_map(|(module, number)| module.lessons.iter().map(move |id| (number, id.as_str())))
        .collect();
    if !lessons.is_empty() {
        let first = 2 + modules.len();
        let place = by_id("sort_order", first, (0..lessons.len()).map(|place| place.to_string()));
        let module = by_id("module_id", first, lessons.iter().map(|(module, _)| format!("${module}")));
        let parameters: Vec<Value> =
            modules.into_iter().chain(lessons.iter().map(|(_, id)| (*id).into())).collect();
        let sql =
            format!("UPDATE lessons SET sort_order = {place}, module_id = {module} WHERE course_id = $1");
        write(tx, &sql, course, &parameters)?;
    }
    outline(tx, course)?.ok_or_else(|| Refused::CourseNotFound.into())
}

fn write(tx: &mut Tx<'_>, sql: &str, course: &str, parameters: &[Value]) -> Result<(), Error> {
    if !parameters.is_empty() {
        let parameters: Vec<Value> = [course.into()].into_iter().chain(parameters.iter().cloned()).collect();
        tx.write(sql, &parameters)?;
    }
    Ok(())
}

/// Checks that each part of the course is named exactly once.
fn check(now: &Outline, wanted: &[Placed]) -> Result<(), Error> {
    let known: BTreeSet<&str> = now.modules.iter().map(|module| module.id.as_str()).collect();
    let modules: BTreeSet<&str> = wanted.iter().map(|module| module.id.as_str()).collect();
    let lessons_of = now.modules.iter().flat_map(|module| &module.lessons);
    let known_lessons: BTreeSet<&str> = lessons_of.map(|lesson| lesson.id.as_str()).collect();
    let named: Vec<&str> = wanted.iter().flat_map(|module| &module.lessons).map(String::as_str).collect();
    let lessons: BTreeSet<&str> = named.iter().copied().collect();
    let is_whole = modules == known
        && wanted.len() == known.len()
        && lessons == known_lessons
        && named.len() == known_lessons.len();
    if is_whole { Ok(()) } else { Err(Refused::InvalidOrder.into()) }
}

//! Study plans, computed from the unfinished lessons: after a missed day the rest moves.

use std::collections::BTreeSet;

use ateneu_base::{Timestamp, Value, calendar};
use ateneu_data::{Call, Error, Procedure, answer};
use ateneu_db::{Tx, json_column};
use ateneu_functions::{Refusal, SignedIn};
use ateneu_schema::rule::has_access;
use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Lessons;

/// Maximum number of lessons in a plan.
const MAX_LESSONS: i64 = 400;
/// Maximum number of courses in a plan.
const MAX_COURSES: usize = 20;
/// Minutes for a lesson without a length.
const UNKNOWN_MINUTES: i64 = 10;

/// A lesson of the plan, on its day.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
pub struct Planned {
    /// Day, as `2026-11-24`.
    pub day: String,
    pub lesson_id: String,
    pub title: String,
    course_id: String,
    pub course_title: String,
    pub minutes: i64,
}

#[derive(Deserialize)]
struct Plan {
    #[serde(deserialize_with = "json_column")]
    course_ids: Vec<String>,
    weekly_minutes: i64,
    #[serde(deserialize_with = "json_column")]
    weekdays: BTreeSet<String>,
}

/// Declares the procedure that returns the unfinished lessons, each on its day.
pub fn procedure() -> Procedure {
    Procedure::reads::<Vec<Planned>>("study_schedule", [], has_access(), |tx, call: &Call| {
        let user = call.caller.user_id.as_deref().unwrap_or_default();
        answer(&schedule(tx, user, call.now).map_err(Error::from)?)
    })
}

/// Returns the unfinished lessons of the member's plan, each on its day.
pub fn schedule(tx: &mut Tx<'_>, user: &str, now: Timestamp) -> Result<Vec<Planned>, ateneu_db::Error> {
    let plan: Option<Plan> = tx.query_optional_as(
        "SELECT course_ids, weekly_minutes, weekdays FROM study_plans WHERE user_id = $1",
        &[user.into()],
    )?;
    let Some(mut plan) = plan else { return Ok(Vec::new()) };
    plan.course_ids.truncate(MAX_COURSES);
    let lessons = unfinished(tx, user, &plan.course_ids)?;
    Ok(spread(lessons, &plan.weekdays, plan.weekly_minutes, now))
}

/// Returns the unfinished lessons of the courses in order of study, without days.
fn unfinished(tx: &mut Tx<'_>, user: &str, courses: &[String]) -> Result<Vec<Planned>, ateneu_db::Error> {
    let sql = format!(
        "SELECT '' AS day, lessons.id AS lesson_id, lessons.title, courses.id AS course_id,
                courses.title AS course_title,
                CASE WHEN lessons.duration_seconds > 0 THEN (lessons.duration_seconds + 59) / 60
                     ELSE {UNKNOWN_MINUTES} END AS minutes
         FROM lessons JOIN course_modules ON course_modules.id = lessons.module_id
         JOIN courses ON courses.id = lessons.course_id
         WHERE {} AND courses.is_published AND lessons.is_published
           AND NOT EXISTS (SELECT 1 FROM lesson_progress WHERE lesson_progress.lesson_id = lessons.id
                           AND lesson_progress.user_id = $1 AND lesson_progress.completed_at IS NOT NULL)
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id LIMIT $3",
        tx.dialect().among("courses.id", "$2")
    );
    let mut lessons: Vec<Planned> =
        tx.query_as(&sql, &[user.into(), json!(courses).to_string().into(), Value::Int(MAX_LESSONS)])?;
    // Sorts by course, and keeps the order within each.
    lessons.sort_by_key(|lesson| courses.iter().position(|course| *course == lesson.course_id));
    Ok(lessons)
}

/// Distributes lessons over the chosen days from today on, each day up to its share of the week. Lessons are never
/// split.
fn spread(lessons: Vec<Planned>, weekdays: &BTreeSet<String>, weekly: i64, now: Timestamp) -> Vec<Planned> {
    let days: Vec<i8> = (1..=7).filter(|day: &i8| weekdays.contains(&day.to_string())).collect();
    let count = i64::try_from(days.len()).unwrap_or_default();
    if count == 0 {
        return Vec::new();
    }
    let share = (weekly / count).max(1);
    let mut planned = Vec::with_capacity(lessons.len());
    let (mut at, mut used) = (now, 0);
    at = next_of(&days, at);
    for lesson in lessons {
        if used > 0 && used + lesson.minutes > share {
            at = next_of(&days, calendar::start_of_day_after(at, 1));
            used = 0;
        }
        used += lesson.minutes;
        planned.push(Planned { day: calendar::iso_day(at), ..lesson });
    }
    planned
}

/// Returns the beginning of the first of the days from the instant's own on.
fn next_of(days: &[i8], from: Timestamp) -> Timestamp {
    (0..7)
        .map(|ahead| calendar::start_of_day_after(from, ahead))
        .find(|at| days.contains(&calendar::weekday(*at)))
        .unwrap_or(from)
}

/// Responds to `study-calendar` with the plan as a calendar file.
pub async fn calendar(
    lessons: Lessons,
    by: SignedIn,
    _: ateneu_functions::Nothing,
) -> Result<Response, Refusal> {
    let now = lessons.clock.now();
    let planned = lessons.db.read(move |tx| schedule(tx, &by.user_id, now)).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("attachment; filename=\"plano-de-estudo.ics\""),
        ),
    ];
    Ok((headers, ics(&planned, now)).into_response())
}

/// Formats RFC 5545: an all-day event for each lesson. Lines are folded at 75 bytes.
fn ics(planned: &[Planned], now: Timestamp) -> String {
    let stamp: String = now.to_zulu().chars().filter(|char| !matches!(char, '-' | ':')).take(15).collect();
    let mut text = String::from(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Ateneu//Plano de estudo//PT\r\nCALSCALE:GREGORIAN\r\n",
    );
    for lesson in planned {
        let day = lesson.day.replace('-', "");
        let summary = escaped(&format!("{} ({} min)", lesson.title, lesson.minutes));
        for line in [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@ateneu", lesson.lesson_id),
            format!("DTSTAMP:{stamp}Z"),
            format!("DTSTART;VALUE=DATE:{day}"),
            format!("SUMMARY:{summary}"),
            format!("DESCRIPTION:{}", escaped(&lesson.course_title)),
            "TRANSP:TRANSPARENT".to_owned(),
            "END:VEVENT".to_owned(),
        ] {
            text.push_str(&folded(&line));
        }
    }
    text.push_str("END:VCALENDAR\r\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,").replace(['\r', '\n'], " ")
}

fn folded(line: &str) -> String {
    let (mut text, mut width) = (String::with_capacity(line.len() + 8), 0);
    for char in line.chars() {
        if width + char.len_utf8() > 74 {
            text.push_str("\r\n ");
            width = 1;
        }
        text.push(char);
        width += char.len_utf8();
    }
    text + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(minutes: i64) -> Planned {
        let text = || "aula, longa".to_owned();
        Planned {
            day: String::new(),
            lesson_id: text(),
            title: text(),
            course_id: text(),
            course_title: text(),
            minutes,
        }
    }

    fn days(lessons: &[i64], weekdays: &[i8], weekly: i64) -> Vec<String> {
        // The day is a Tuesday.
        let now = Timestamp::parse("2026-11-24T12:00:00Z").unwrap();
        let lessons = lessons.iter().map(|minutes| lesson(*minutes)).collect();
        let planned = spread(lessons, &weekdays.iter().map(ToString::to_string).collect(), weekly, now);
        planned.into_iter().map(|lesson| lesson.day).collect()
    }

    #[test]
    fn lessons_fill_each_chosen_day_up_to_its_share() {
        assert_eq!(days(&[20, 20, 30], &[2, 4], 80), ["2026-11-24", "2026-11-24", "2026-11-26"]);
        assert_eq!(days(&[90, 10], &[1], 60), ["2026-11-30", "2026-12-07"]);
        assert_eq!(days(&[10], &[], 60), Vec::<String>::new());
    }

    #[test]
    fn a_calendar_has_folded_lines_and_escaped_texts() {
        let now = Timestamp::parse("2026-11-24T12:00:00Z").unwrap();
        let planned = [Planned { day: "2026-11-24".into(), title: "é".repeat(60), ..lesson(5) }];
        let text = ics(&planned, now);
        assert!(text.lines().all(|line| line.len() <= 75), "{text}");
        assert!(
            text.contains("DTSTART;VALUE=DATE:20261124\r\n") && text.contains("DTSTAMP:20261124T120000Z")
        );
        assert!(text.contains("DESCRIPTION:aula\\, longa"));
    }
}

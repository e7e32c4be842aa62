//! `save-lesson-progress`: the members' reports of played, read and finished lessons, from which the server derives
//! progress.
//!
//! Over all lessons of a member, at most twice the elapsed time counts as played. The response names the lessons that
//! were not counted. A member who was offline sends everything at once, and the time in between counts.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ateneu_base::{Caller, Timestamp, Value, calendar};
use ateneu_db::{Error, Tx, json_column};
use ateneu_functions::{Account, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Lessons,
    open::{json, store_latest_lesson},
    played::{self, Part},
    points::{self, PointReason},
    refused::Refused,
    rights::{self, Course, Lesson},
    words::{FinishedBy, LessonKind},
};

/// Maximum number of lessons in a request: a member's work while offline.
const MAX_REPORTS: usize = 20;
/// Maximum number of parts in a report.
const MAX_PARTS: usize = 50;
/// Maximum playback speed.
const FASTEST: f64 = 2.0;
/// Seconds by which a report may be early.
const LENIENCE: f64 = 5.0;
/// Interval of the pages' reports.
const PACE: Duration = Duration::from_secs(15);
/// Percentage of a recording that counts as finished.
const ENOUGH: i64 = 90;
/// Factor by which a text may be read faster than its reading time.
const FASTEST_READER: u32 = 3;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SaveLessonProgress {
    reports: Vec<Report>,
}

/// Progress of a member in one lesson since the last report.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Report {
    lesson_id: String,
    /// Seconds of a recording, page of a document, or percentage of a text.
    position: i64,
    /// Number of seconds ago the position was measured.
    #[serde(default)]
    seconds_ago: i64,
    /// Played parts in seconds.
    #[serde(default)]
    played: Vec<(f64, f64)>,
    /// True if the end of a text or document was reached.
    #[serde(default)]
    is_at_end: bool,
    /// State of the button: finished or not.
    #[serde(default)]
    is_finished: Option<bool>,
}

/// Progress of the member after the reports.
#[derive(Serialize, JsonSchema)]
pub struct Saved {
    lessons: Vec<SavedLesson>,
    /// Lessons without a stored report: they are deleted, closed, or were never opened.
    refused: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct SavedLesson {
    lesson_id: String,
    position: i64,
    played_share: i64,
    completed_at: Option<String>,
    course_progress: i64,
    course_completed_at: Option<String>,
    /// True if more was played than the elapsed time allows. It is then not counted.
    is_too_fast: bool,
}

pub async fn save(lessons: Lessons, by: Account, request: SaveLessonProgress) -> Result<Saved, Refusal> {
    let is_bounded = |report: &Report| report.played.len() <= MAX_PARTS && report.position >= 0;
    if request.reports.len() > MAX_REPORTS || !request.reports.iter().all(is_bounded) {
        return Err(Refused::TooManyReports.into());
    }
    let (Some(user), true) = (by.0.user_id.clone(), by.0.facts.subscriber) else {
        return Err(Refused::NoAccess.into());
    };
    let now = lessons.clock.now();
    lessons.db.write(move |tx| save_all(tx, &user, &by.0, &request, now)).await
}

/// Stores the reports. Skips lessons that are closed, so that they do not block the others. If all are, the request is
/// refused.
fn save_all(
    tx: &mut Tx<'_>,
    user: &str,
    caller: &Caller,
    request: &SaveLessonProgress,
    now: Timestamp,
) -> Result<Saved, Refusal> {
    // Concurrent tabs of a member are handled one after the other.
    tx.lock(&format!("learning {user}"))?;
    let wanted: BTreeSet<String> = request.reports.iter().map(|report| report.lesson_id.clone()).collect();
    let courses = rights::courses_of(tx, &wanted)?;
    let mut loaded: BTreeMap<String, Course> = BTreeMap::new();
    for id in courses.values() {
        if !loaded.contains_key(id)
            && let Some(course) = rights::course(tx, caller, id, now)?
        {
            loaded.insert(id.clone(), course);
        }
    }
    let course_of = |report: &Report| courses.get(&report.lesson_id).map(String::as_str).unwrap_or_default();
    let mut budget = Budget::of(tx, user)?;
    let used_before = budget.used_until;
    let mut saved = Saved { lessons: Vec::with_capacity(request.reports.len()), refused: Vec::new() };
    let mut first_refusal = None;
    for report in &request.reports {
        let course = loaded.get_mut(course_of(report));
        match check(course.as_deref(), report, now) {
            Ok(()) => {
                if let Some(course) = course {
                    saved.lessons.extend(save_lesson(tx, user, course, report, &mut budget, now)?);
                }
            }
            Err(refusal) => {
                saved.refused.push(report.lesson_id.clone());
                first_refusal.get_or_insert(refusal);
            }
        }
    }
    if budget.used_until != used_before {
        budget.store(tx, user)?;
    }
    match first_refusal {
        Some(refusal) if saved.lessons.is_empty() => Err(refusal),
        _ => Ok(saved),
    }
}

fn check(course: Option<&Course>, report: &Report, now: Timestamp) -> Result<(), Refusal> {
    let course = course.ok_or(Refused::LessonNotFound)?;
    let lesson =
        course.lessons.iter().find(|lesson| lesson.id == report.lesson_id).ok_or(Refused::LessonNotFound)?;
    if course.lock(lesson, now).is_some() {
        return Err(Refused::LessonClosed.into());
    }
    let progress = course.progress.get(&lesson.id);
    if progress.is_none_or(|progress| progress.opened_at.is_none()) {
        return Err(Refused::LessonNotOpened.into());
    }
    Ok(())
}

/// Seconds that a member may have played: twice the elapsed ones, minus those counted before.
struct Budget {
    /// Time until which the seconds are used.
    used_until: Option<Timestamp>,
}

impl Budget {
    fn of(tx: &mut Tx<'_>, user: &str) -> Result<Self, Error> {
        let sql = "SELECT used_until FROM learning_clocks WHERE user_id = $1";
        Ok(Self { used_until: tx.query_optional_as::<Option<Timestamp>>(sql, &[user.into()])?.flatten() })
    }

    fn store(&self, tx: &mut Tx<'_>, user: &str) -> Result<(), Error> {
        tx.write(
            "INSERT INTO learning_clocks (user_id, used_until) VALUES ($1, $2)
             ON CONFLICT (user_id) DO UPDATE SET used_until = excluded.used_until",
            &[user.into(), self.used_until.into()],
        )?;
        Ok(())
    }

    /// Takes the seconds, unless they exceed those since the lesson was opened. Returns the new time until which they
    /// are used. It may lie a moment ahead, at the cost of the next report.
    fn take(&mut self, seconds: f64, opened: Timestamp, now: Timestamp) -> Option<Timestamp> {
        // A later time is from before the clock was set back.
        let lent = now + Duration::from_secs_f64(LENIENCE / FASTEST);
        let since = self.used_until.into_iter().chain([opened]).filter(|at| *at <= lent).max();
        let since = since.unwrap_or(now - PACE);
        #[expect(clippy::cast_precision_loss, reason = "microseconds of a few years")]
        let elapsed = (now.micros() - since.micros()) as f64 / 1e6;
        if seconds > elapsed * FASTEST + LENIENCE {
            return None;
        }
        self.used_until = Some(since + Duration::from_secs_f64(seconds / FASTEST));
        self.used_until
    }
}

fn save_lesson(
    tx: &mut Tx<'_>,
    user: &str,
    course: &mut Course,
    report: &Report,
    budget: &mut Budget,
    now: Timestamp,
) -> Result<Option<SavedLesson>, Error> {
    let Some(lesson) = course.lessons.iter().find(|lesson| lesson.id == report.lesson_id) else {
        return Ok(None);
    };
    let before = course.progress.get(&lesson.id).cloned().unwrap_or_default();
    let Some(opened) = before.opened_at else { return Ok(None) };
    let mut after = before.clone();
    let measured = now - Duration::from_secs(report.seconds_ago.clamp(0, 30 * 86_400).unsigned_abs());
    // A position from before the clock was set back does not block newer ones.
    if before.position_at.is_none_or(|known| measured >= known.min(now)) {
        after.position = report.position.min(longest(lesson));
        after.position_at = Some(measured);
    }
    let parts: Vec<Part> =
        report.played.iter().filter_map(|(from, to)| played::part(*from, *to, lesson.duration)).collect();
    let reported: f64 = report.played.iter().map(|(from, to)| (to - from).max(0.0)).sum();
    let merged = played::merged(before.played.iter().copied().chain(parts.iter().copied()));
    // Added parts cost their time, however they are cut.
    let seconds = reported.max(played::seconds_added(&before.played, &merged, lesson.duration));
    let used_until = if parts.is_empty() { None } else { budget.take(seconds, opened, now) };
    let is_too_fast = !parts.is_empty() && used_until.is_none();
    if used_until.is_some() {
        after.played_share = played::share(&merged);
        after.played = merged;
    }
    let finished = finished_by(lesson, report, after.played_share, opened, now);
    // A quiz stays passed, because its attempts are used up.
    if report.is_finished == Some(false) && lesson.kind != LessonKind::Quiz {
        (after.completed_at, after.completed_by) = (None, None);
        (after.played, after.played_share) = (Vec::new(), 0);
    } else if before.completed_at.is_none() && finished.is_some() {
        after.completed_at = Some(now.to_string());
        after.completed_by = finished;
    }
    let sql = format!(
        "UPDATE lesson_progress SET position = $3, position_at = $4, played = {}, played_share = $6,
                completed_at = $7, completed_by = $8, updated_at = $9
         WHERE lesson_id = $1 AND user_id = $2",
        tx.dialect().json_parameter("$5")
    );
    tx.write(
        &sql,
        &[
            lesson.id.as_str().into(),
            user.into(),
            Value::Int(after.position),
            after.position_at.into(),
            json(&after.played)?,
            Value::Int(after.played_share),
            after.completed_at.as_deref().into(),
            after.completed_by.into(),
            now.into(),
        ],
    )?;
    store_latest_lesson(tx, user, &course.id, &lesson.id, now)?;
    let is_new = before.completed_at.is_none() && after.completed_at.is_some();
    #[expect(clippy::cast_possible_truncation, reason = "within the budget of elapsed seconds")]
    let studied = if used_until.is_some() { seconds.round() as i64 } else { 0 };
    study(tx, user, studied, is_new.then_some(&*lesson.id), now)?;
    let (lesson_id, is_quiz) = (lesson.id.clone(), lesson.kind == LessonKind::Quiz);
    course.progress.insert(lesson_id.clone(), after.clone());
    if is_new && !is_quiz {
        points::give(tx, user, PointReason::Lesson, &lesson_id, now)?;
    }
    finish_course(tx, user, course, now)?;
    Ok(Some(SavedLesson {
        lesson_id,
        position: after.position,
        played_share: after.played_share,
        completed_at: after.completed_at,
        course_progress: course.share(),
        course_completed_at: course.completed_at.clone(),
        is_too_fast,
    }))
}

/// Returns the last position in a lesson.
fn longest(lesson: &Lesson) -> i64 {
    match lesson.kind {
        LessonKind::Video | LessonKind::Audio if lesson.duration > 0 => lesson.duration,
        LessonKind::Text => 100,
        _ => 100_000,
    }
}

/// Returns the way in which the lesson was finished, if any. A quiz is finished only by passing it.
fn finished_by(
    lesson: &Lesson,
    report: &Report,
    share: i64,
    opened: Timestamp,
    now: Timestamp,
) -> Option<FinishedBy> {
    if lesson.kind == LessonKind::Quiz || report.is_finished == Some(false) {
        return None;
    }
    if report.is_finished == Some(true) {
        return Some(FinishedBy::Button);
    }
    let takes = Duration::from_secs(lesson.duration.unsigned_abs());
    match lesson.kind {
        LessonKind::Video | LessonKind::Audio => (share >= ENOUGH).then_some(FinishedBy::Played),
        _ => (report.is_at_end && now >= opened + takes / FASTEST_READER).then_some(FinishedBy::Read),
    }
}

/// Adds seconds and the finished lesson to the member's day. A lesson counts once a day, even if it is finished
/// repeatedly. Requires the member's lock `learning`.
pub fn study(
    tx: &mut Tx<'_>,
    user: &str,
    seconds: i64,
    finished: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    let day = calendar::iso_day(now);
    let is_first = match finished {
        Some(lesson) => is_first_today(tx, user, lesson, &day)?,
        None => false,
    };
    if seconds > 0 || is_first {
        tx.write(
            "INSERT INTO learning_days (user_id, day, seconds, lessons) VALUES ($1, $2, $3, $4)
             ON CONFLICT (user_id, day) DO UPDATE SET seconds = learning_days.seconds + excluded.seconds,
                                                      lessons = learning_days.lessons + excluded.lessons",
            &[user.into(), day.into(), Value::Int(seconds), Value::Int(is_first.into())],
        )?;
    }
    Ok(())
}

/// Lessons that a member finished on a day.
#[derive(Deserialize)]
struct Finished {
    day: Option<String>,
    #[serde(deserialize_with = "json_column")]
    lessons: Vec<String>,
}

/// Records the lesson for that day. Returns `false` if it is recorded already.
fn is_first_today(tx: &mut Tx<'_>, user: &str, lesson: &str, day: &str) -> Result<bool, Error> {
    let sql = "SELECT day, lessons FROM learning_clocks WHERE user_id = $1";
    let known = tx.query_optional_as::<Finished>(sql, &[user.into()])?;
    let mut lessons = match known {
        Some(known) if known.day.as_deref() == Some(day) => known.lessons,
        _ => Vec::new(),
    };
    if lessons.iter().any(|known| known == lesson) {
        return Ok(false);
    }
    lessons.push(lesson.to_owned());
    let sql = format!(
        "INSERT INTO learning_clocks (user_id, day, lessons) VALUES ($1, $2, {})
         ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, lessons = excluded.lessons",
        tx.dialect().json_parameter("$3")
    );
    tx.write(&sql, &[user.into(), day.into(), json(&lessons)?])?;
    Ok(true)
}

/// Records that a course is finished, for the first time only.
pub fn finish_course(tx: &mut Tx<'_>, user: &str, course: &mut Course, now: Timestamp) -> Result<(), Error> {
    if course.completed_at.is_some() || !course.is_whole() {
        return Ok(());
    }
    tx.write(
        "UPDATE course_members SET completed_at = $3 WHERE course_id = $1 AND user_id = $2",
        &[course.id.as_str().into(), user.into(), now.into()],
    )?;
    course.completed_at = Some(now.to_string());
    points::give(tx, user, PointReason::Course, &course.id, now)
}

//! Locks of lessons. All checks of entitlement, date, order and programme are here.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::{Caller, Entitlement, Facts, Timestamp, Value, calendar};
use ateneu_db::{Error, Tx, json_column};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    played::Part,
    words::{FinishedBy, LessonKind},
};

/// An id without an account.
const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

/// Reason why a lesson is closed to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "because", rename_all = "snake_case")]
pub enum Lock {
    /// A subscription is missing.
    Access,
    /// The plan does not include the course.
    Plan {
        /// Entitlement that opens the course.
        entitlement: Entitlement,
        /// Plans with the entitlement, from the simplest.
        plans: Vec<String>,
    },
    /// The time of opening is still ahead.
    Date {
        /// Time at which it opens. `None` if it opens some days after the beginning of the course, which was not begun.
        opens_at: Option<String>,
        /// Number of days after the beginning of the course.
        after_days: i64,
    },
    /// Another lesson must be finished first.
    Lesson {
        /// Id of the other lesson.
        lesson_id: String,
        /// Title of the other lesson.
        title: String,
    },
    /// The course is only for members of a programme.
    Programme {
        /// Programmes that contain the course.
        titles: Vec<String>,
    },
    /// The programme has an order, and another course must be finished first.
    Course {
        /// Id of the other course.
        course_id: String,
        /// Title of the other course.
        title: String,
    },
}

/// A lesson, with its conditions.
#[derive(Deserialize)]
pub struct Lesson {
    pub id: String,
    pub title: String,
    pub kind: LessonKind,
    pub duration: i64,
    pub is_published: bool,
    pub is_sample: bool,
    pub opens_at: Option<Timestamp>,
    pub opens_after_days: i64,
    pub requires: Option<String>,
    pub pass_mark: i64,
    pub max_attempts: i64,
    pub is_shuffled: bool,
}

/// Progress of the caller in a lesson.
#[derive(Clone, Default, Deserialize)]
pub struct Progress {
    lesson_id: String,
    pub position: i64,
    pub position_at: Option<Timestamp>,
    #[serde(deserialize_with = "json_column")]
    pub played: Vec<Part>,
    pub played_share: i64,
    pub opened_at: Option<Timestamp>,
    pub completed_at: Option<String>,
    pub completed_by: Option<FinishedBy>,
}

/// Conditions of a course.
#[derive(Deserialize)]
struct Conditions {
    is_published: bool,
    entitlement: Entitlement,
    visible_from: Option<Timestamp>,
    is_programme_only: bool,
    needs_quizzes: bool,
}

/// A programme that contains a course.
#[derive(Deserialize)]
struct Programme {
    id: String,
    title: String,
    is_ordered: bool,
    /// Position of the course.
    sort_order: i64,
    is_member: bool,
}

/// A course for the caller.
pub struct Course {
    pub id: String,
    conditions: Conditions,
    pub lessons: Vec<Lesson>,
    pub progress: BTreeMap<String, Progress>,
    pub joined_at: Option<Timestamp>,
    pub completed_at: Option<String>,
    pub last_lesson_id: Option<String>,
    /// Reason why the whole course is closed.
    lock: Option<Lock>,
    is_admin: bool,
}

/// Returns the course with the caller's progress. Returns `None` if it is not published to the caller.
pub fn course(tx: &mut Tx<'_>, caller: &Caller, id: &str, now: Timestamp) -> Result<Option<Course>, Error> {
    let is_admin = caller.facts.admin || caller.is_service();
    let found: Option<Conditions> = tx.query_optional_as(
        "SELECT is_published, entitlement, visible_from, is_programme_only, needs_quizzes FROM courses WHERE id = $1",
        &[id.into()],
    )?;
    let is_shown = |course: &Conditions| {
        let is_early = course.visible_from.is_some_and(|from| from > now);
        course.is_published && (!is_early || caller.facts.holds(Entitlement::EarlyAccess))
    };
    let Some(conditions) = found.filter(|course| is_admin || is_shown(course)) else { return Ok(None) };
    let mut lessons: Vec<Lesson> = tx.query_as(
        "SELECT lessons.id, lessons.title, kind, duration_seconds AS duration, is_published, is_sample, opens_at,
                opens_after_days, requires_lesson_id AS requires, pass_mark, max_attempts, is_shuffled
         FROM lessons JOIN course_modules ON course_modules.id = lessons.module_id
         WHERE lessons.course_id = $1
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id",
        &[id.into()],
    )?;
    lessons.retain(|lesson| is_admin || lesson.is_published);
    let (mut progress, mut member) = (Vec::<Progress>::new(), None);
    if let Some(user) = &caller.user_id {
        progress = tx.query_as(
            "SELECT lesson_id, position, position_at, played, played_share, opened_at, completed_at, completed_by
             FROM lesson_progress WHERE user_id = $1 AND course_id = $2",
            &[user.as_str().into(), id.into()],
        )?;
        member = tx.query_optional_as(
            "SELECT joined_at, completed_at, last_lesson_id FROM course_members WHERE course_id = $1 AND user_id = $2",
            &[id.into(), user.as_str().into()],
        )?;
    }
    let (joined_at, completed_at, last_lesson_id) = member.unwrap_or_default();
    let progress = progress.into_iter().map(|one| (one.lesson_id.clone(), one)).collect();
    let id = id.to_owned();
    let mut course = Course {
        id,
        conditions,
        lessons,
        progress,
        joined_at,
        completed_at,
        last_lesson_id,
        lock: None,
        is_admin,
    };
    if !is_admin {
        course.lock = course_lock(tx, caller, &course)?;
    }
    Ok(Some(course))
}

/// Returns the course for a student who began it then and has finished no lesson: with this plan, or without a
/// subscription.
pub fn as_student(
    tx: &mut Tx<'_>,
    admin: &Caller,
    id: &str,
    plan: Option<&str>,
    (joined_at, now): (Timestamp, Timestamp),
) -> Result<Option<Course>, Error> {
    let Some(mut seen) = course(tx, admin, id, now)? else { return Ok(None) };
    let facts = match plan {
        Some(plan) => {
            let sql = "SELECT entitlement FROM plan_entitlements WHERE plan = $1 AND ends_at IS NULL";
            Facts::subscriber_of(&tx.query_as::<Entitlement>(sql, &[plan.into()])?)
        }
        None => Facts::default(),
    };
    let student = Caller::person(NOBODY, facts);
    seen.lock = course_lock(tx, &student, &seen)?;
    seen.lessons.retain(|lesson| lesson.is_published);
    seen.progress.clear();
    seen.joined_at = Some(joined_at);
    seen.is_admin = false;
    Ok(Some(seen))
}

/// Returns the reason why the whole course is closed to the caller.
fn course_lock(tx: &mut Tx<'_>, caller: &Caller, course: &Course) -> Result<Option<Lock>, Error> {
    let Some(user) = caller.user_id.as_deref().filter(|_| caller.facts.subscriber) else {
        return Ok(Some(Lock::Access));
    };
    let Conditions { entitlement, is_programme_only, .. } = &course.conditions;
    if !caller.facts.holds(*entitlement) {
        let plans = "SELECT plan FROM plan_entitlements WHERE entitlement = $1 AND ends_at IS NULL
             ORDER BY CASE plan WHEN 'update' THEN 1 WHEN 'scale' THEN 2 ELSE 3 END";
        let plans = tx.query_as(plans, &[entitlement.name().into()])?;
        return Ok(Some(Lock::Plan { entitlement: *entitlement, plans }));
    }
    if !is_programme_only {
        return Ok(None);
    }
    let programmes: Vec<Programme> = tx.query_as(
        "SELECT programmes.id, programmes.title, programmes.is_ordered, programme_courses.sort_order,
                EXISTS (SELECT 1 FROM programme_members
                        WHERE programme_id = programmes.id AND user_id = $2) AS is_member
         FROM programme_courses JOIN programmes ON programmes.id = programme_courses.programme_id
         WHERE programme_courses.course_id = $1 AND programmes.is_published
         ORDER BY programmes.sort_order LIMIT 20",
        &[(&course.id).into(), user.into()],
    )?;
    let mut missing = None;
    for programme in programmes.iter().filter(|programme| programme.is_member) {
        match unfinished_before(tx, user, programme)? {
            None => return Ok(None),
            Some(first) => missing = missing.or(Some(first)),
        }
    }
    let titles = programmes.into_iter().map(|programme| programme.title).collect();
    Ok(Some(missing.unwrap_or(Lock::Programme { titles })))
}

/// Returns the first unfinished course before this one in a programme with an order.
fn unfinished_before(tx: &mut Tx<'_>, user: &str, programme: &Programme) -> Result<Option<Lock>, Error> {
    if !programme.is_ordered {
        return Ok(None);
    }
    let found: Option<(String, String)> = tx.query_optional_as(
        "SELECT courses.id, courses.title FROM programme_courses
         JOIN courses ON courses.id = programme_courses.course_id
         WHERE programme_courses.programme_id = $1 AND programme_courses.sort_order < $2 AND courses.is_published
           AND NOT EXISTS (SELECT 1 FROM course_members WHERE course_members.course_id = courses.id
                           AND course_members.user_id = $3 AND course_members.completed_at IS NOT NULL)
         ORDER BY programme_courses.sort_order LIMIT 1",
        &[(&programme.id).into(), programme.sort_order.into(), user.into()],
    )?;
    Ok(found.map(|(course_id, title)| Lock::Course { course_id, title }))
}

impl Course {
    /// Returns the reason why the lesson is closed to the caller. Returns `None` if it is open.
    pub fn lock(&self, lesson: &Lesson, now: Timestamp) -> Option<Lock> {
        if self.is_admin || lesson.is_sample {
            return None;
        }
        if self.lock.is_some() {
            return self.lock.clone();
        }
        // Days are those of São Paulo: a lesson opens when its day begins.
        let after = (lesson.opens_after_days > 0).then(|| {
            let days = i32::try_from(lesson.opens_after_days).unwrap_or(i32::MAX);
            self.joined_at.map(|joined| calendar::start_of_day_after(joined, days))
        });
        let opens = match after {
            Some(None) => {
                return Some(Lock::Date { opens_at: None, after_days: lesson.opens_after_days });
            }
            Some(after) => lesson.opens_at.max(after),
            None => lesson.opens_at,
        };
        if let Some(opens) = opens.filter(|opens| *opens > now) {
            return Some(Lock::Date {
                opens_at: Some(opens.to_string()),
                after_days: lesson.opens_after_days,
            });
        }
        let required = lesson.requires.as_ref().and_then(|id| self.lessons.iter().find(|one| one.id == *id));
        let required = required.filter(|one| !self.is_finished(&one.id))?;
        Some(Lock::Lesson { lesson_id: required.id.clone(), title: required.title.clone() })
    }

    /// Returns `true` if the caller has finished the lesson.
    pub fn is_finished(&self, lesson: &str) -> bool {
        self.progress.get(lesson).is_some_and(|progress| progress.completed_at.is_some())
    }

    /// Returns the lessons that count.
    pub fn counted(&self) -> impl Iterator<Item = &Lesson> {
        self.lessons.iter().filter(|lesson| lesson.is_published)
    }

    /// Returns the lessons that the course requires.
    fn needed(&self) -> impl Iterator<Item = &Lesson> {
        let needs_quizzes = self.conditions.needs_quizzes;
        self.counted().filter(move |lesson| needs_quizzes || lesson.kind != LessonKind::Quiz)
    }

    /// Returns the finished percentage of the present requirements.
    pub fn share(&self) -> i64 {
        let all = self.needed().count();
        let finished = self.needed().filter(|lesson| self.is_finished(&lesson.id)).count();
        i64::try_from(finished * 100 / all.max(1)).unwrap_or(100)
    }

    /// Returns `true` if all requirements of the course are fulfilled.
    pub fn is_whole(&self) -> bool {
        let mut needed = self.needed().peekable();
        needed.peek().is_some() && needed.all(|lesson| self.is_finished(&lesson.id))
    }

    /// Returns the next lesson: the last opened one unless it is finished, then the first unfinished one after it, then
    /// any other.
    pub fn next(&self, now: Timestamp) -> Option<&Lesson> {
        let unfinished = |lesson: &&Lesson| !self.is_finished(&lesson.id) && self.lock(lesson, now).is_none();
        let last = self.last_lesson_id.as_ref();
        let at = last.and_then(|id| self.lessons.iter().position(|lesson| lesson.id == *id)).unwrap_or(0);
        let mut after = self.lessons[at.min(self.lessons.len())..].iter();
        after.find(unfinished).or_else(|| self.lessons.iter().find(unfinished))
    }
}

/// Returns the courses of the lessons, by lesson.
pub fn courses_of(tx: &mut Tx<'_>, lessons: &BTreeSet<String>) -> Result<BTreeMap<String, String>, Error> {
    let ids = Value::Text(Json::from(lessons.iter().cloned().collect::<Vec<_>>()).to_string());
    let sql = format!("SELECT id, course_id FROM lessons WHERE {} LIMIT 100", tx.dialect().among("id", "$1"));
    Ok(tx.query_as(&sql, &[ids])?.into_iter().collect())
}

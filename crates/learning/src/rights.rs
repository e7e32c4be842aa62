//! Who may open which lesson, and why not. The one place that judges plan, date, order and programme.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ateneu_base::{Caller, Facts, Timestamp, Value};
use ateneu_db::{Error, Row, Tx};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

/// The id of no account.
const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

/// Why a lesson is closed to somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "because", rename_all = "snake_case")]
pub enum Lock {
    /// No subscription.
    Access,
    /// Another plan.
    Plan {
        /// The plans that open the course.
        plans: Vec<String>,
    },
    /// Not yet.
    Date {
        /// When it opens; none before the course was begun, where it opens some days after.
        opens_at: Option<String>,
        /// So many days after the beginning.
        after_days: i64,
    },
    /// Another lesson comes first.
    Lesson {
        /// Its id.
        lesson_id: String,
        /// Its title.
        title: String,
    },
    /// Only for members of a programme.
    Programme {
        /// The programmes that hold the course.
        titles: Vec<String>,
    },
    /// The programme has an order, and another course comes first.
    Course {
        /// Its id.
        course_id: String,
        /// Its title.
        title: String,
    },
}

/// A lesson with what decides who opens it.
pub struct Lesson {
    pub id: String,
    pub title: String,
    pub kind: String,
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

/// How far the caller is in a lesson.
#[derive(Clone, Default)]
pub struct Progress {
    pub position: i64,
    pub position_at: Option<Timestamp>,
    pub played: Vec<(i64, i64)>,
    pub played_share: i64,
    pub played_at: Option<Timestamp>,
    pub opened_at: Option<Timestamp>,
    pub completed_at: Option<String>,
    pub completed_by: Option<String>,
}

/// A course as the caller sees it.
pub struct Course {
    pub id: String,
    pub needs_quizzes: bool,
    pub lessons: Vec<Lesson>,
    pub progress: BTreeMap<String, Progress>,
    pub joined_at: Option<Timestamp>,
    pub completed_at: Option<String>,
    pub last_lesson_id: Option<String>,
    /// Why the whole course is closed.
    lock: Option<Lock>,
    is_admin: bool,
}

/// The course, with the caller's progress; none where it is not published to the caller.
///
/// # Errors
/// The database's.
pub fn course(tx: &mut Tx<'_>, caller: &Caller, id: &str) -> Result<Option<Course>, Error> {
    let is_admin = caller.facts.admin || caller.is_service();
    let found = tx.query_optional(
        "SELECT is_published, plans, is_programme_only, needs_quizzes FROM courses WHERE id = $1",
        &[id.into()],
    )?;
    let Some(row) = found.filter(|row| is_admin || row.truth("is_published")) else { return Ok(None) };
    let lessons = tx.query(
        "SELECT lessons.id, lessons.title, kind, duration_seconds, is_published, is_sample, opens_at, opens_after_days,
                requires_lesson_id, pass_mark, max_attempts, is_shuffled
         FROM lessons JOIN course_modules ON course_modules.id = lessons.module_id
         WHERE lessons.course_id = $1
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id",
        &[id.into()],
    )?;
    let lessons = lessons.iter().map(lesson).filter(|lesson| is_admin || lesson.is_published).collect();
    let mut course = Course {
        id: id.to_owned(),
        needs_quizzes: row.truth("needs_quizzes"),
        lessons,
        progress: BTreeMap::new(),
        joined_at: None,
        completed_at: None,
        last_lesson_id: None,
        lock: None,
        is_admin,
    };
    if let Some(user) = &caller.user_id {
        let progress = tx.query(
            "SELECT lesson_id, position, position_at, played, played_share, played_at, opened_at, completed_at,
                    completed_by
             FROM lesson_progress WHERE user_id = $1 AND course_id = $2",
            &[user.as_str().into(), id.into()],
        )?;
        course.progress = progress.iter().map(progress_of).collect::<Result<_, Error>>()?;
        let member = tx.query_optional(
            "SELECT joined_at, completed_at, last_lesson_id FROM course_members WHERE course_id = $1 AND user_id = $2",
            &[id.into(), user.as_str().into()],
        )?;
        if let Some(member) = member {
            course.joined_at = member.instant("joined_at");
            course.completed_at = member.text("completed_at").map(str::to_owned);
            course.last_lesson_id = member.text("last_lesson_id").map(str::to_owned);
        }
    }
    if !is_admin {
        course.lock = course_lock(tx, caller, id, &row)?;
    }
    Ok(Some(course))
}

/// The course as somebody sees it who began it then and has finished nothing: with this plan, or without a subscription.
///
/// # Errors
/// The database's.
pub fn as_student(
    tx: &mut Tx<'_>,
    admin: &Caller,
    id: &str,
    plan: Option<&str>,
    joined_at: Timestamp,
) -> Result<Option<Course>, Error> {
    let Some(mut seen) = course(tx, admin, id)? else { return Ok(None) };
    let facts = Facts { subscriber: plan.is_some(), plan: plan.map(Into::into), ..Facts::default() };
    let student = Caller::person(NOBODY, facts);
    let row =
        tx.query_optional("SELECT plans, is_programme_only FROM courses WHERE id = $1", &[id.into()])?;
    if let Some(row) = row {
        seen.lock = course_lock(tx, &student, id, &row)?;
    }
    seen.lessons.retain(|lesson| lesson.is_published);
    seen.progress.clear();
    seen.joined_at = Some(joined_at);
    seen.is_admin = false;
    Ok(Some(seen))
}

fn lesson(row: &Row) -> Lesson {
    let text = |name: &str| row.text(name).unwrap_or_default().to_owned();
    Lesson {
        id: text("id"),
        title: text("title"),
        kind: text("kind"),
        duration: row.int("duration_seconds").unwrap_or_default(),
        is_published: row.truth("is_published"),
        is_sample: row.truth("is_sample"),
        opens_at: row.instant("opens_at"),
        opens_after_days: row.int("opens_after_days").unwrap_or_default(),
        requires: row.text("requires_lesson_id").map(str::to_owned),
        pass_mark: row.int("pass_mark").unwrap_or_default(),
        max_attempts: row.int("max_attempts").unwrap_or_default(),
        is_shuffled: row.truth("is_shuffled"),
    }
}

fn progress_of(row: &Row) -> Result<(String, Progress), Error> {
    let progress = Progress {
        position: row.int("position").unwrap_or_default(),
        position_at: row.instant("position_at"),
        played: row.json("played")?.unwrap_or_default(),
        played_share: row.int("played_share").unwrap_or_default(),
        played_at: row.instant("played_at"),
        opened_at: row.instant("opened_at"),
        completed_at: row.text("completed_at").map(str::to_owned),
        completed_by: row.text("completed_by").map(str::to_owned),
    };
    Ok((row.text("lesson_id").unwrap_or_default().to_owned(), progress))
}

/// Why the whole course is closed to the caller.
fn course_lock(tx: &mut Tx<'_>, caller: &Caller, id: &str, course: &Row) -> Result<Option<Lock>, Error> {
    let Some(user) = caller.user_id.as_deref().filter(|_| caller.facts.subscriber) else {
        return Ok(Some(Lock::Access));
    };
    let plans: Vec<String> = course.json("plans")?.unwrap_or_default();
    if !plans.is_empty() {
        let own = caller.facts.plan.as_deref();
        if !own.is_some_and(|own| plans.iter().any(|plan| plan == own)) {
            return Ok(Some(Lock::Plan { plans }));
        }
    }
    if !course.truth("is_programme_only") {
        return Ok(None);
    }
    let programmes = tx.query(
        "SELECT programmes.id, programmes.title, programmes.is_ordered, programme_courses.sort_order,
                EXISTS (SELECT 1 FROM programme_members
                        WHERE programme_id = programmes.id AND user_id = $2) AS is_member
         FROM programme_courses JOIN programmes ON programmes.id = programme_courses.programme_id
         WHERE programme_courses.course_id = $1 AND programmes.is_published
         ORDER BY programmes.sort_order LIMIT 20",
        &[id.into(), user.into()],
    )?;
    let mut missing = None;
    for programme in programmes.iter().filter(|programme| programme.truth("is_member")) {
        match unfinished_before(tx, user, programme)? {
            None => return Ok(None),
            Some(first) => missing = missing.or(Some(first)),
        }
    }
    let titles = programmes.iter().filter_map(|row| row.text("title").map(str::to_owned)).collect();
    Ok(Some(missing.unwrap_or(Lock::Programme { titles })))
}

/// In a programme with an order, the first unfinished course before this one.
fn unfinished_before(tx: &mut Tx<'_>, user: &str, programme: &Row) -> Result<Option<Lock>, Error> {
    if !programme.truth("is_ordered") {
        return Ok(None);
    }
    let row = tx.query_optional(
        "SELECT courses.id, courses.title FROM programme_courses
         JOIN courses ON courses.id = programme_courses.course_id
         WHERE programme_courses.programme_id = $1 AND programme_courses.sort_order < $2 AND courses.is_published
           AND NOT EXISTS (SELECT 1 FROM course_members WHERE course_members.course_id = courses.id
                           AND course_members.user_id = $3 AND course_members.completed_at IS NOT NULL)
         ORDER BY programme_courses.sort_order LIMIT 1",
        &[programme.get("id").clone(), programme.get("sort_order").clone(), user.into()],
    )?;
    let text = |row: &Row, name: &str| row.text(name).unwrap_or_default().to_owned();
    Ok(row.map(|row| Lock::Course { course_id: text(&row, "id"), title: text(&row, "title") }))
}

impl Course {
    /// Why the lesson is closed to the caller; none where it is open.
    pub fn lock(&self, lesson: &Lesson, now: Timestamp) -> Option<Lock> {
        if self.is_admin || lesson.is_sample {
            return None;
        }
        if self.lock.is_some() {
            return self.lock.clone();
        }
        let after = (lesson.opens_after_days > 0).then(|| {
            let days = Duration::from_hours(24 * lesson.opens_after_days.unsigned_abs());
            self.joined_at.map(|joined| joined + days)
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

    /// Whether the caller has finished the lesson.
    pub fn is_finished(&self, lesson: &str) -> bool {
        self.progress.get(lesson).is_some_and(|progress| progress.completed_at.is_some())
    }

    /// The lessons that count.
    pub fn counted(&self) -> impl Iterator<Item = &Lesson> {
        self.lessons.iter().filter(|lesson| lesson.is_published)
    }

    /// How much is finished, in percent of the lessons there are now.
    pub fn share(&self) -> i64 {
        let all = self.counted().count();
        let finished = self.counted().filter(|lesson| self.is_finished(&lesson.id)).count();
        i64::try_from(finished * 100 / all.max(1)).unwrap_or(100)
    }

    /// Whether everything that the course asks for is finished.
    pub fn is_whole(&self) -> bool {
        let mut needed =
            self.counted().filter(|lesson| self.needs_quizzes || lesson.kind != "quiz").peekable();
        needed.peek().is_some() && needed.all(|lesson| self.is_finished(&lesson.id))
    }

    /// Where to go on: at the lesson last opened unless it is finished, then at the first unfinished after it, then anywhere.
    pub fn next(&self, now: Timestamp) -> Option<&Lesson> {
        let unfinished = |lesson: &&Lesson| !self.is_finished(&lesson.id) && self.lock(lesson, now).is_none();
        let last = self.last_lesson_id.as_ref();
        let at = last.and_then(|id| self.lessons.iter().position(|lesson| lesson.id == *id)).unwrap_or(0);
        let mut after = self.lessons[at.min(self.lessons.len())..].iter();
        after.find(unfinished).or_else(|| self.lessons.iter().find(unfinished))
    }
}

/// The courses that hold the lessons, by lesson.
///
/// # Errors
/// The database's.
pub fn courses_of(tx: &mut Tx<'_>, lessons: &BTreeSet<String>) -> Result<BTreeMap<String, String>, Error> {
    let ids = Value::Text(Json::from(lessons.iter().cloned().collect::<Vec<_>>()).to_string());
    let sql = format!("SELECT id, course_id FROM lessons WHERE {} LIMIT 100", tx.dialect().among("id", "$1"));
    let rows = tx.query(&sql, &[ids])?;
    let text = |row: &Row, name: &str| row.text(name).unwrap_or_default().to_owned();
    Ok(rows.iter().map(|row| (text(row, "id"), text(row, "course_id"))).collect())
}

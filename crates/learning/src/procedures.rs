//! Procedures for members: courses, their state, lessons, the ranking.

use std::collections::BTreeMap;

use ateneu_base::Value;
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{
    Kind,
    rule::{anyone, has_access},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    open, plan, ranking,
    rights::{self, Lock},
    search,
};

/// Maximum number of courses in a response.
const MAX_COURSES: i64 = 500;

pub fn procedures() -> Vec<Procedure> {
    vec![
        learning_courses(),
        learning_course(),
        open::procedure(),
        ranking::procedure(),
        plan::procedure(),
        search::procedure(),
    ]
}

/// Progress of the caller in a begun course.
#[derive(Deserialize, Serialize, JsonSchema)]
struct Begun {
    course_id: String,
    joined_at: String,
    /// Time at which a lesson was last opened or worked on.
    last_at: String,
    last_lesson_id: Option<String>,
    /// Next lesson: the last opened one unless it is finished, else the first unfinished one.
    next_lesson_id: Option<String>,
    /// Percentage of the present lessons.
    progress: i64,
    finished_lessons: i64,
    /// Time at which all lessons were finished for the first time.
    completed_at: Option<String>,
}

/// SQL: the person `$1` has not finished a lesson of the query.
const UNFINISHED: &str =
    "NOT EXISTS (SELECT 1 FROM lesson_progress WHERE lesson_progress.lesson_id = lessons.id
    AND lesson_progress.user_id = $1 AND lesson_progress.completed_at IS NOT NULL)";

/// SQL: the course requires a lesson of the query ([`rights::Course::share`]).
const NEEDED: &str = "lessons.is_published AND (courses.needs_quizzes OR lessons.kind <> 'quiz')";

/// Declares the procedure that returns the caller's begun courses, the last one first.
fn learning_courses() -> Procedure {
    Procedure::reads::<Vec<Begun>>("learning_courses", [], has_access(), |tx, call| answer(&begun(tx, call)?))
}

fn begun(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<Begun>, Error> {
    let sql = format!(
        "SELECT begun.*, CASE WHEN lessons > 0 THEN finished_lessons * 100 / lessons ELSE 0 END AS progress FROM (
         SELECT course_members.course_id, course_members.joined_at, course_members.last_at,
                course_members.last_lesson_id, course_members.completed_at,
                coalesce(
                    (SELECT lessons.id FROM lessons
                     WHERE lessons.id = course_members.last_lesson_id AND lessons.is_published AND {UNFINISHED}),
                    (SELECT lessons.id FROM lessons
                     JOIN course_modules ON course_modules.id = lessons.module_id
                     WHERE lessons.course_id = course_members.course_id AND lessons.is_published AND {UNFINISHED}
                     ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id LIMIT 1)
                ) AS next_lesson_id,
                (SELECT count(*) FROM lessons WHERE lessons.course_id = course_members.course_id
                 AND {NEEDED}) AS lessons,
                (SELECT count(*) FROM lesson_progress JOIN lessons ON lessons.id = lesson_progress.lesson_id
                 WHERE lesson_progress.user_id = $1 AND lesson_progress.course_id = course_members.course_id
                   AND lesson_progress.completed_at IS NOT NULL AND {NEEDED}) AS finished_lessons
         FROM course_members JOIN courses ON courses.id = course_members.course_id
         WHERE course_members.user_id = $1 AND courses.is_published
         ORDER BY course_members.last_at DESC LIMIT $2) begun ORDER BY last_at DESC"
    );
    Ok(tx.query_as(&sql, &[call.caller.user_id.as_deref().into(), Value::Int(MAX_COURSES)])?)
}

/// State of a course for the caller.
#[derive(Serialize, JsonSchema)]
struct CourseState {
    joined_at: Option<String>,
    completed_at: Option<String>,
    progress: i64,
    /// Next lesson of the caller.
    next_lesson_id: Option<String>,
    lessons: BTreeMap<String, LessonState>,
}

/// State of a lesson for the caller.
#[derive(Serialize, JsonSchema)]
struct LessonState {
    lock: Option<Lock>,
    position: i64,
    played_share: i64,
    completed_at: Option<String>,
}

/// Declares the procedure that returns the caller's state in a course: locks and finished lessons. It returns null for
/// an unknown course.
fn learning_course() -> Procedure {
    Procedure::reads::<Option<CourseState>>(
        "learning_course",
        [Argument::required("course_id", Kind::Uuid)],
        anyone(),
        |tx, call| {
            let Some(course) =
                rights::course(tx, &call.caller, call.text("course_id").unwrap_or_default(), call.now)?
            else {
                return Ok(Json::Null);
            };
            let lessons = course.lessons.iter().map(|lesson| {
                let progress = course.progress.get(&lesson.id).cloned().unwrap_or_default();
                let state = LessonState {
                    lock: course.lock(lesson, call.now),
                    position: progress.position,
                    played_share: progress.played_share,
                    completed_at: progress.completed_at,
                };
                (lesson.id.clone(), state)
            });
            answer(&CourseState {
                lessons: lessons.collect(),
                joined_at: course.joined_at.map(|at| at.to_string()),
                completed_at: course.completed_at.clone(),
                progress: course.share(),
                next_lesson_id: course.next(call.now).map(|lesson| lesson.id.clone()),
            })
        },
    )
}

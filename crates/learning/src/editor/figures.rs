//! `course_figures`: the students' progress through a course, and their drop-off.

use ateneu_base::Value;
use ateneu_data::{Argument, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule::admin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::MAX_PARTS;

/// Maximum number of counted students: the ones who began last.
const MAX_STUDENTS: i64 = 5_000;

/// Progress of the students of a course.
#[derive(Serialize, JsonSchema)]
struct CourseFigures {
    title: String,
    students: i64,
    /// Number of students in the figures: the last 5,000 who began.
    counted: i64,
    finished: i64,
    lessons: Vec<LessonFigures>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct LessonFigures {
    id: String,
    title: String,
    module: String,
    is_published: bool,
    opened: i64,
    finished: i64,
    /// Number of students who have not finished the course and were last active here.
    stopped: i64,
    /// Percentage of the recording that its openers played.
    played_share: i64,
    /// Length of the recording.
    duration_seconds: i64,
    /// Average time that its openers watched or listened, without repetitions.
    played_seconds: i64,
    /// Median of the positions in seconds at which those stopped who did not finish. `None` without such people.
    stopped_at: Option<i64>,
}

/// Declares the procedure that returns the figures of a course, or null for an unknown one.
pub fn procedure() -> Procedure {
    Procedure::reads::<Option<CourseFigures>>(
        "course_figures",
        [Argument::required("course_id", Kind::Uuid)],
        admin(),
        |tx, call| answer(&figures(tx, call.text("course_id").unwrap_or_default())?),
    )
}

const STUDENTS: &str = "(SELECT user_id, completed_at, last_lesson_id FROM course_members
    WHERE course_id = $1 ORDER BY joined_at DESC, user_id LIMIT $2) students";

/// SQL of the length of a recording.
const LENGTH: &str = "CASE WHEN lessons.kind IN ('video', 'audio') THEN lessons.duration_seconds ELSE 0 END";

fn figures(tx: &mut Tx<'_>, course: &str) -> Result<Option<CourseFigures>, Error> {
    let found: Option<(String, i64)> = tx.query_optional_as(
        "SELECT title, (SELECT count(*) FROM course_members WHERE course_id = courses.id)
         FROM courses WHERE id = $1",
        &[course.into()],
    )?;
    let Some((title, students)) = found else { return Ok(None) };
    let among = [course.into(), Value::Int(MAX_STUDENTS)];
    let (counted, finished) =
        tx.query_one_as(&format!("SELECT count(*), count(completed_at) FROM {STUDENTS}"), &among)?;
    // The median counts people who played a part of a recording and did not finish it.
    let sql = format!(
        "SELECT lessons.id, lessons.title, course_modules.title AS module, lessons.is_published,
                coalesce(progress.opened, 0) AS opened, coalesce(progress.finished, 0) AS finished,
                coalesce(ended.stopped, 0) AS stopped, coalesce(progress.played_share, 0) AS played_share,
                {LENGTH} AS duration_seconds,
                coalesce(progress.played_share, 0) * {LENGTH} / 100 AS played_seconds, middle.stopped_at
         FROM lessons JOIN course_modules ON course_modules.id = lessons.module_id
         LEFT JOIN (
             SELECT lesson_progress.lesson_id, count(*) AS opened, count(lesson_progress.completed_at) AS finished,
                    CAST(avg(lesson_progress.played_share) AS bigint) AS played_share
             FROM {STUDENTS} JOIN lesson_progress ON lesson_progress.user_id = students.user_id
             WHERE lesson_progress.course_id = $1 GROUP BY lesson_progress.lesson_id
         ) progress ON progress.lesson_id = lessons.id
         LEFT JOIN (
             SELECT last_lesson_id, count(*) AS stopped FROM {STUDENTS}
             WHERE completed_at IS NULL AND last_lesson_id IS NOT NULL GROUP BY last_lesson_id
         ) ended ON ended.last_lesson_id = lessons.id
         LEFT JOIN (
             SELECT lesson_id, min(position) AS stopped_at FROM (
                 SELECT lesson_progress.lesson_id, lesson_progress.position,
                        row_number() OVER (PARTITION BY lesson_progress.lesson_id ORDER BY lesson_progress.position) AS number,
                        count(*) OVER (PARTITION BY lesson_progress.lesson_id) AS people
                 FROM {STUDENTS} JOIN lesson_progress ON lesson_progress.user_id = students.user_id
                 JOIN lessons ON lessons.id = lesson_progress.lesson_id
                 WHERE lesson_progress.course_id = $1 AND lesson_progress.completed_at IS NULL
                   AND lesson_progress.played_share > 0 AND lessons.kind IN ('video', 'audio')
             ) places WHERE number * 2 >= people GROUP BY lesson_id
         ) middle ON middle.lesson_id = lessons.id
         WHERE lessons.course_id = $1
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id LIMIT $3"
    );
    let lessons = tx.query_as(&sql, &[among.as_slice(), &[Value::Int(MAX_PARTS)]].concat())?;
    Ok(Some(CourseFigures { title, students, counted, finished, lessons }))
}

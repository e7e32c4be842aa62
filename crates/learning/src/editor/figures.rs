//! `course_figures`: how far the students of a course come, and where they stop.

use std::collections::BTreeMap;

use ateneu_base::Value;
use ateneu_data::{Argument, Error, Procedure, answer};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Kind, rule::admin};
use schemars::JsonSchema;
use serde::Serialize;

use super::MOST_PARTS;

/// Students that are counted: the ones who began last.
const MOST_STUDENTS: i64 = 5_000;

/// How far the students of a course are.
#[derive(Serialize, JsonSchema)]
struct CourseFigures {
    title: String,
    students: i64,
    /// Those whom the figures count: the last 5,000 who began.
    counted: i64,
    finished: i64,
    lessons: Vec<LessonFigures>,
}

#[derive(Serialize, JsonSchema)]
struct LessonFigures {
    id: String,
    title: String,
    module: String,
    is_published: bool,
    opened: i64,
    finished: i64,
    /// Students who have not finished the course and were here last.
    stopped: i64,
    /// How much of the recording was played, in percent, by those who opened it.
    played_share: i64,
    /// The length of the recording.
    duration_seconds: i64,
    /// How long those who opened it watched or listened, on average, without repetitions.
    played_seconds: i64,
    /// The place in seconds before which half of those stopped who played a part and did not finish; none without such.
    stopped_at: Option<i64>,
}

/// The figures of a course; nothing for an unknown one.
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

fn figures(tx: &mut Tx<'_>, course: &str) -> Result<Option<CourseFigures>, Error> {
    let found = tx.query_optional(
        "SELECT title, (SELECT count(*) FROM course_members WHERE course_id = courses.id) AS students
         FROM courses WHERE id = $1",
        &[course.into()],
    )?;
    let Some(found) = found else { return Ok(None) };
    let among = [course.into(), Value::Int(MOST_STUDENTS)];
    let sql = format!("SELECT count(*) AS counted, count(completed_at) AS finished FROM {STUDENTS}");
    let whole = tx.query_optional(&sql, &among)?;
    let counted = |name: &str| whole.as_ref().and_then(|row| row.int(name)).unwrap_or_default();
    let sql = format!(
        "SELECT lesson_progress.lesson_id, count(*) AS opened, count(lesson_progress.completed_at) AS finished,
                CAST(avg(lesson_progress.played_share) AS bigint) AS played_share
         FROM {STUDENTS} JOIN lesson_progress ON lesson_progress.user_id = students.user_id
         WHERE lesson_progress.course_id = $1 GROUP BY lesson_progress.lesson_id"
    );
    let opened = by_lesson(tx.query(&sql, &among)?);
    let sql = format!(
        "SELECT last_lesson_id AS lesson_id, count(*) AS stopped FROM {STUDENTS}
         WHERE completed_at IS NULL AND last_lesson_id IS NOT NULL GROUP BY last_lesson_id"
    );
    let stopped = by_lesson(tx.query(&sql, &among)?);
    let places = places(tx, &among)?;
    let lessons = tx.query(
        "SELECT lessons.id, lessons.title, course_modules.title AS module, lessons.is_published,
                CASE WHEN kind IN ('video', 'audio') THEN duration_seconds ELSE 0 END AS duration_seconds
         FROM lessons JOIN course_modules ON course_modules.id = lessons.module_id WHERE lessons.course_id = $1
         ORDER BY course_modules.sort_order, course_modules.id, lessons.sort_order, lessons.id LIMIT $2",
        &[course.into(), Value::Int(MOST_PARTS)],
    )?;
    let of = |rows: &BTreeMap<String, Row>, lesson: &str, name: &str| {
        rows.get(lesson).and_then(|row| row.int(name)).unwrap_or_default()
    };
    let lessons = lessons.iter().map(|row| {
        let text = |name: &str| row.text(name).unwrap_or_default().to_owned();
        let id = text("id");
        let duration = row.int("duration_seconds").unwrap_or_default();
        LessonFigures {
            title: text("title"),
            module: text("module"),
            is_published: row.truth("is_published"),
            opened: of(&opened, &id, "opened"),
            finished: of(&opened, &id, "finished"),
            stopped: of(&stopped, &id, "stopped"),
            played_share: of(&opened, &id, "played_share"),
            duration_seconds: duration,
            played_seconds: of(&opened, &id, "played_share") * duration / 100,
            stopped_at: places.get(&id).copied(),
            id,
        }
    });
    Ok(Some(CourseFigures {
        title: found.text("title").unwrap_or_default().to_owned(),
        students: found.int("students").unwrap_or_default(),
        counted: counted("counted"),
        finished: counted("finished"),
        lessons: lessons.collect(),
    }))
}

/// The middle place of those who played a part of a recording and did not finish it, by lesson.
fn places(tx: &mut Tx<'_>, among: &[Value]) -> Result<BTreeMap<String, i64>, Error> {
    let sql = format!(
        "SELECT lesson_id, min(position) AS place FROM (
             SELECT lesson_progress.lesson_id, lesson_progress.position,
                    row_number() OVER (PARTITION BY lesson_progress.lesson_id ORDER BY lesson_progress.position) AS number,
                    count(*) OVER (PARTITION BY lesson_progress.lesson_id) AS people
             FROM {STUDENTS} JOIN lesson_progress ON lesson_progress.user_id = students.user_id
             JOIN lessons ON lessons.id = lesson_progress.lesson_id
             WHERE lesson_progress.course_id = $1 AND lesson_progress.completed_at IS NULL
               AND lesson_progress.played_share > 0 AND lessons.kind IN ('video', 'audio')
         ) places WHERE number * 2 >= people GROUP BY lesson_id"
    );
    let rows = tx.query(&sql, among)?;
    let place = |row: &Row| Some((row.text("lesson_id")?.to_owned(), row.int("place")?));
    Ok(rows.iter().filter_map(place).collect())
}

fn by_lesson(rows: Vec<Row>) -> BTreeMap<String, Row> {
    rows.into_iter().map(|row| (row.text("lesson_id").unwrap_or_default().to_owned(), row)).collect()
}

//! `open_lesson`: the content of a lesson, for callers to whom it is open.

use ateneu_base::{Timestamp, Value};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::{Tx, json_column};
use ateneu_schema::{Kind, rule::anyone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    rights::{self, Course, Lesson, Lock, Progress},
    words::{FinishedBy, LessonKind},
};

/// An opened lesson.
#[derive(Serialize, JsonSchema)]
struct Opened {
    course_id: String,
    /// Reason why it is closed. The fields below are then empty.
    lock: Option<Lock>,
    /// True if the caller's progress counts. An administrator who is no member only views.
    keeps_progress: bool,
    body: Option<String>,
    file_url: Option<String>,
    captions: Option<String>,
    quiz: Option<Quiz>,
    position: i64,
    played_share: i64,
    completed_at: Option<String>,
}

#[derive(Deserialize)]
struct Content {
    course_id: String,
    body: Option<String>,
    file_url: Option<String>,
    captions: Option<String>,
}

/// The questions of a quiz, without the answers.
#[derive(Serialize, JsonSchema)]
struct Quiz {
    pass_mark: i64,
    /// Number of attempts left. Null means unlimited.
    attempts_left: Option<i64>,
    best_score: Option<i64>,
    questions: Vec<Question>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Question {
    id: String,
    kind: String,
    prompt: String,
    #[serde(deserialize_with = "json_column")]
    options: Vec<Choice>,
}

/// One option of a question.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    pub id: String,
    pub text: String,
}

/// Declares the procedure that returns the content of an open lesson, and records its opening by a member. It returns
/// null for an unknown lesson.
pub fn procedure() -> Procedure {
    Procedure::writes::<Option<Opened>>(
        "open_lesson",
        [Argument::required("lesson_id", Kind::Uuid)],
        anyone(),
        |tx, call| match opened(tx, call)? {
            Some(opened) => answer(&opened),
            None => Ok(Json::Null),
        },
    )
}

fn opened(tx: &mut Tx<'_>, call: &Call) -> Result<Option<Opened>, Error> {
    let id = call.text("lesson_id").unwrap_or_default();
    let content: Option<Content> = tx.query_optional_as(
        "SELECT course_id, body, file_url, captions FROM lessons WHERE id = $1",
        &[id.into()],
    )?;
    let Some(content) = content else { return Ok(None) };
    let Some(course) = rights::course(tx, &call.caller, &content.course_id, call.now)? else {
        return Ok(None);
    };
    let Some(lesson) = course.lessons.iter().find(|lesson| lesson.id == id) else { return Ok(None) };
    let lock = course.lock(lesson, call.now);
    let progress = course.progress.get(id).cloned().unwrap_or_default();
    let is_open = lock.is_none();
    let keeps_progress = is_open && call.caller.facts.subscriber;
    if keeps_progress {
        record_opening(tx, call, &course, id)?;
    }
    let quiz = if is_open && lesson.kind == LessonKind::Quiz { Some(quiz(tx, call, lesson)?) } else { None };
    let Progress { position, played_share, completed_at, .. } = progress;
    Ok(Some(Opened {
        course_id: content.course_id,
        lock,
        keeps_progress,
        body: content.body.filter(|_| is_open),
        file_url: content.file_url.filter(|_| is_open),
        captions: content.captions.filter(|_| is_open),
        quiz,
        position,
        played_share,
        completed_at,
    }))
}

/// Records that a member has begun the course of the opened lesson.
fn record_opening(tx: &mut Tx<'_>, call: &Call, course: &Course, lesson: &str) -> Result<(), Error> {
    let Some(user) = &call.caller.user_id else { return Ok(()) };
    store_latest_lesson(tx, user, &course.id, lesson, call.now)?;
    if !course.progress.contains_key(lesson) {
        // A quiz stays passed even if the member deletes the progress, because its attempts are used up.
        let passed: Option<Timestamp> = tx.query_one_as(
            "SELECT min(created_at) FROM quiz_attempts WHERE lesson_id = $1 AND user_id = $2 AND is_passed",
            &[lesson.into(), user.as_str().into()],
        )?;
        let sql = format!(
            "INSERT INTO lesson_progress (lesson_id, user_id, course_id, position, played, played_share, opened_at,
                                          completed_at, completed_by, updated_at)
             VALUES ($1, $2, $3, 0, {}, 0, $5, $6, $7, $5) ON CONFLICT (lesson_id, user_id) DO NOTHING",
            tx.dialect().json_parameter("$4")
        );
        tx.write(
            &sql,
            &[
                lesson.into(),
                user.as_str().into(),
                course.id.as_str().into(),
                "[]".into(),
                call.now.into(),
                passed.into(),
                passed.map(|_| FinishedBy::Quiz).into(),
            ],
        )?;
    }
    Ok(())
}

/// Stores the lesson that a member works on.
pub fn store_latest_lesson(
    tx: &mut Tx<'_>,
    user: &str,
    course: &str,
    lesson: &str,
    now: Timestamp,
) -> Result<(), ateneu_db::Error> {
    tx.write(
        "INSERT INTO course_members (course_id, user_id, joined_at, last_lesson_id, last_at)
         VALUES ($1, $2, $3, $4, $3)
         ON CONFLICT (course_id, user_id) DO UPDATE
         SET last_lesson_id = excluded.last_lesson_id, last_at = excluded.last_at",
        &[course.into(), user.into(), now.into(), lesson.into()],
    )?;
    Ok(())
}

fn quiz(tx: &mut Tx<'_>, call: &Call, lesson: &Lesson) -> Result<Quiz, Error> {
    let mut questions: Vec<Question> = tx.query_as(
        "SELECT id, kind, prompt, options FROM quiz_questions
         WHERE lesson_id = $1 ORDER BY sort_order, id LIMIT 200",
        &[lesson.id.as_str().into()],
    )?;
    let (attempts, best_score): (i64, Option<i64>) = tx.query_one_as(
        "SELECT count(*), max(score) FROM quiz_attempts WHERE user_id = $1 AND lesson_id = $2",
        &[call.caller.user_id.as_deref().into(), lesson.id.as_str().into()],
    )?;
    if lesson.is_shuffled {
        shuffle(&mut questions, attempts);
    }
    Ok(Quiz {
        pass_mark: lesson.pass_mark,
        attempts_left: (lesson.max_attempts > 0).then(|| (lesson.max_attempts - attempts).max(0)),
        best_score,
        questions,
    })
}

/// Shuffles the questions, in the same order during an attempt.
fn shuffle(questions: &mut [Question], attempt: i64) {
    let key = |id: &str| {
        let mixed = id.bytes().fold(attempt.unsigned_abs() + 1, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
        });
        (mixed, id.to_owned())
    };
    questions.sort_by_cached_key(|question| key(&question.id));
    for question in questions {
        question.options.sort_by_cached_key(|option| key(&option.id));
    }
}

/// Returns a JSON value for a lesson's row.
pub fn json(value: &impl Serialize) -> Result<Value, ateneu_db::Error> {
    serde_json::to_string(value).map(Value::Text).map_err(|error| ateneu_db::Error::Other(error.to_string()))
}

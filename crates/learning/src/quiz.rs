//! `answer-quiz`: grades a member's answers to a quiz.

use std::collections::{BTreeMap, BTreeSet};

use ateneu_base::{Caller, Timestamp, Value, fold, ids};
use ateneu_db::{Error, Tx, json_column};
use ateneu_functions::{Account, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Lessons,
    open::{json, store_latest_lesson},
    points::{self, PointReason},
    progress::{finish_course, study},
    refused::Refused,
    rights::{self, Course},
    words::{LessonKind, QuestionKind},
};

/// Maximum length of a text answer in characters.
const MAX_ANSWER_LENGTH: usize = 500;
/// Maximum number of stored answers to a question.
const MAX_ANSWERS: usize = 50;
/// Maximum number of stored attempts of a person at a quiz, above the limit of any quiz.
const MAX_ATTEMPTS: i64 = 200;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerQuiz {
    lesson_id: String,
    /// Id made by the page. The same id is the same attempt.
    attempt_id: String,
    /// Answers by question: ids of the chosen options, or one text.
    answers: Answers,
}

type Answers = BTreeMap<String, Vec<String>>;

/// Result of an attempt.
#[derive(Serialize, JsonSchema)]
pub struct QuizResult {
    /// Score in percent.
    score: i64,
    is_passed: bool,
    pass_mark: i64,
    /// Number of attempts left. Null means unlimited.
    attempts_left: Option<i64>,
    questions: Vec<Judged>,
    course_progress: i64,
    course_completed_at: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Judged {
    id: String,
    is_right: bool,
    explanation: Option<String>,
}

#[derive(Deserialize)]
struct Question {
    id: String,
    kind: QuestionKind,
    #[serde(deserialize_with = "json_column")]
    options: Vec<Choice>,
    #[serde(deserialize_with = "json_column")]
    answers: Vec<String>,
    explanation: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    id: String,
}

/// A graded attempt.
#[derive(Deserialize)]
struct Attempt {
    user_id: String,
    lesson_id: String,
    #[serde(deserialize_with = "json_column")]
    answers: Answers,
}

pub async fn answer(lessons: Lessons, by: Account, request: AnswerQuiz) -> Result<QuizResult, Refusal> {
    let (Some(user), true) = (by.0.user_id.clone(), by.0.facts.subscriber) else {
        return Err(Refused::NoAccess.into());
    };
    if ids::parse_uuid(&request.attempt_id).is_none() {
        return Err(Refusal::invalid_payload("attempt_id: informe um id."));
    }
    let now = lessons.clock.now();
    lessons.db.write(move |tx| attempt(tx, &user, &by.0, &request, now)).await
}

fn attempt(
    tx: &mut Tx<'_>,
    user: &str,
    caller: &Caller,
    request: &AnswerQuiz,
    now: Timestamp,
) -> Result<QuizResult, Refusal> {
    tx.lock(&format!("learning {user}"))?;
    let courses = rights::courses_of(tx, &BTreeSet::from([request.lesson_id.clone()]))?;
    let course = match courses.get(&request.lesson_id) {
        Some(id) => rights::course(tx, caller, id, now)?,
        None => None,
    };
    grade_attempt(tx, user, &mut course.ok_or(Refused::LessonNotFound)?, request, now)
}

fn grade_attempt(
    tx: &mut Tx<'_>,
    user: &str,
    course: &mut Course,
    request: &AnswerQuiz,
    now: Timestamp,
) -> Result<QuizResult, Refusal> {
    let lesson =
        course.lessons.iter().find(|one| one.id == request.lesson_id && one.kind == LessonKind::Quiz);
    let lesson = lesson.ok_or(Refused::LessonNotFound)?;
    if course.lock(lesson, now).is_some() {
        return Err(Refused::LessonClosed.into());
    }
    let (id, pass_mark, most) = (lesson.id.clone(), lesson.pass_mark, lesson.max_attempts);
    let questions: Vec<Question> = tx.query_as(
        "SELECT id, kind, options, answers, explanation FROM quiz_questions
         WHERE lesson_id = $1 ORDER BY sort_order, id LIMIT 200",
        &[id.as_str().into()],
    )?;
    let tried: i64 = tx.query_one_as(
        "SELECT count(*) FROM quiz_attempts WHERE user_id = $1 AND lesson_id = $2",
        &[user.into(), id.as_str().into()],
    )?;
    let known = known_answers(tx, user, request)?;
    let attempts = tried + i64::from(known.is_none());
    if known.is_none() && most > 0 && attempts > most {
        return Err(Refused::NoAttemptsLeft.into());
    }
    let is_new = known.is_none();
    let answers = known.unwrap_or_else(|| request.answers.clone());
    let judged: Vec<_> = questions.into_iter().map(|question| judged(question, &answers)).collect();
    let right = judged.iter().filter(|one| one.is_right).count();
    let score = i64::try_from(right * 100 / judged.len().max(1)).unwrap_or_default();
    let is_passed = !judged.is_empty() && score >= pass_mark;
    if is_new {
        let fits = |answer: &&String| answer.chars().count() <= MAX_ANSWER_LENGTH;
        let stored = |given: &Vec<String>| given.iter().filter(fits).take(MAX_ANSWERS).cloned().collect();
        let kept: BTreeMap<&String, Vec<String>> = answers
            .iter()
            .filter(|(question, _)| judged.iter().any(|one| one.id == **question))
            .map(|(question, given)| (question, stored(given)))
            .collect();
        let sql = format!(
            "INSERT INTO quiz_attempts (id, lesson_id, user_id, answers, score, is_passed, created_at)
             VALUES ($1, $2, $3, {}, $5, $6, $7)",
            tx.dialect().json_parameter("$4")
        );
        tx.write(
            &sql,
            &[
                request.attempt_id.as_str().into(),
                id.as_str().into(),
                user.into(),
                json(&kept)?,
                Value::Int(score),
                Value::Bool(is_passed),
                now.into(),
            ],
        )?;
        tx.write(
            "DELETE FROM quiz_attempts WHERE id IN (SELECT id FROM quiz_attempts
                 WHERE user_id = $1 AND lesson_id = $2 ORDER BY score DESC, created_at DESC, id DESC LIMIT 10 OFFSET $3)",
            &[user.into(), id.as_str().into(), Value::Int(MAX_ATTEMPTS)],
        )?;
    }
    if is_passed {
        pass(tx, user, course, &id, now)?;
    }
    Ok(QuizResult {
        score,
        is_passed,
        pass_mark,
        attempts_left: (most > 0).then(|| (most - attempts).max(0)),
        questions: judged,
        course_progress: course.share(),
        course_completed_at: course.completed_at.clone(),
    })
}

fn pass(tx: &mut Tx<'_>, user: &str, course: &mut Course, lesson: &str, now: Timestamp) -> Result<(), Error> {
    if course.is_finished(lesson) {
        return Ok(());
    }
    store_latest_lesson(tx, user, &course.id, lesson, now)?;
    let sql = format!(
        "INSERT INTO lesson_progress (lesson_id, user_id, course_id, position, played, played_share, opened_at,
                                      completed_at, completed_by, updated_at)
         VALUES ($1, $2, $3, 0, {}, 0, $5, $5, 'quiz', $5)
         ON CONFLICT (lesson_id, user_id) DO UPDATE SET completed_at = excluded.completed_at, completed_by = 'quiz',
                                                        updated_at = excluded.updated_at",
        tx.dialect().json_parameter("$4")
    );
    tx.write(&sql, &[lesson.into(), user.into(), course.id.as_str().into(), "[]".into(), now.into()])?;
    let progress = course.progress.entry(lesson.to_owned()).or_default();
    progress.completed_at = Some(now.to_string());
    study(tx, user, 0, Some(lesson), now)?;
    points::give(tx, user, PointReason::Quiz, lesson, now)?;
    finish_course(tx, user, course, now)
}

/// Returns the answers of an attempt that was graded before, which a repeated request keeps.
fn known_answers(tx: &mut Tx<'_>, user: &str, request: &AnswerQuiz) -> Result<Option<Answers>, Refusal> {
    let found: Option<Attempt> = tx.query_optional_as(
        "SELECT user_id, lesson_id, answers FROM quiz_attempts WHERE id = $1",
        &[request.attempt_id.as_str().into()],
    )?;
    let Some(attempt) = found else { return Ok(None) };
    if attempt.user_id != user || attempt.lesson_id != request.lesson_id {
        return Err(Refused::AttemptTaken.into());
    }
    Ok(Some(attempt.answers))
}

fn judged(question: Question, answers: &Answers) -> Judged {
    let given = answers.get(&question.id).map(Vec::as_slice).unwrap_or_default();
    Judged {
        is_right: is_right(question.kind, given, &question.answers),
        // Unanswered questions get no explanation, because it reveals the answer.
        explanation: question.explanation.filter(|_| is_answered(question.kind, given, &question.options)),
        id: question.id,
    }
}

/// Returns `true` if an option was chosen, or text was written.
fn is_answered(kind: QuestionKind, given: &[String], options: &[Choice]) -> bool {
    match kind {
        QuestionKind::Text => given.first().is_some_and(|given| !fold::is_blank(given)),
        _ => given.iter().any(|given| options.iter().any(|option| option.id == *given)),
    }
}

/// Returns `true` for exactly the right options. Short texts are compared folded, without surrounding punctuation.
fn is_right(kind: QuestionKind, given: &[String], right: &[String]) -> bool {
    if kind == QuestionKind::Text {
        return given.first().is_some_and(|given| {
            let given = Some(given)
                .filter(|given| given.chars().count() <= MAX_ANSWER_LENGTH)
                .map(|given| plain(given));
            given.is_some_and(|given| right.iter().any(|one| plain(one) == given))
        });
    }
    let given: BTreeSet<&String> = given.iter().collect();
    !given.is_empty() && given == right.iter().collect()
}

/// Returns the compared form of a short text. A sign before a number counts: `-5` is not `5`.
fn plain(text: &str) -> String {
    let folded = fold::fold(text);
    let marks: &[char] = &['.', ',', ';', ':', '!', '?', '"', '\'', '(', ')', ' '];
    let words = folded.trim_matches(marks);
    // A text of punctuation alone is compared as it is.
    if words.is_empty() { folded } else { words.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(|item| (*item).to_owned()).collect()
    }

    #[test]
    fn options_must_be_exactly_the_right_ones() {
        assert!(is_right(QuestionKind::Multiple, &list(&["b", "a"]), &list(&["a", "b"])));
        for given in [&["a"][..], &["a", "b", "c"], &[]] {
            assert!(!is_right(QuestionKind::Multiple, &list(given), &list(&["a", "b"])));
        }
        assert!(!is_right(QuestionKind::Single, &[], &[]));
    }

    #[test]
    fn typed_quiz_answers_ignore_case_and_accents() {
        for (given, right) in [
            (" Delegação ", "delegacao"),
            ("Delegação.", "delegação"),
            ("“Delegac\u{327}a\u{303}o”", "delegação"),
            ("Caixa d’água", "caixa d'água"),
            ("fluxo de\u{a0}caixa\u{200b}", "Fluxo de caixa!"),
            ("−5", "-5"),
            ("?", "?"),
        ] {
            assert!(is_right(QuestionKind::Text, &list(&[given]), &list(&[right])), "{given}");
        }
        for (given, right) in [("-5", "5"), ("3,5", "35"), ("", "."), ("delega cao", "delegacao")] {
            assert!(!is_right(QuestionKind::Text, &list(&[given]), &list(&[right])), "{given}");
        }
        assert!(!is_right(QuestionKind::Text, &list(&["delegar"]), &list(&["delegacao"])));
        assert!(!is_right(QuestionKind::Text, &[], &list(&["delegacao"])));
    }
}

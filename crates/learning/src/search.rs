//! `search_lessons`: lessons by their titles, for everybody, and by their transcripts, for callers to whom the lesson
//! is open.

use std::{cmp::Reverse, collections::BTreeMap};

use ateneu_base::{Entitlement, Timestamp, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::{Row, Tx, WordSearch};
use ateneu_schema::{Kind, rule::has_access};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    captions,
    rights::{self, Course},
};

/// Maximum number of lessons in a response.
const MAX_LESSONS: usize = 20;
/// Maximum number of examined lessons with the words, newest first.
const LOOKED_AT: usize = 300;
/// Number of lessons read from the index at a time, mostly enough.
const AT_ONCE: usize = 40;
/// Maximum number of courses whose rights are checked for a response.
const MAX_COURSES: usize = 30;
/// Maximum number of places of a lesson.
const MAX_PLACES: usize = 3;

#[derive(Deserialize, Serialize, JsonSchema)]
struct FoundLesson {
    id: String,
    course_id: String,
    course_title: String,
    title: String,
    summary: String,
    kind: String,
    duration_seconds: i64,
    /// Time at which the course becomes visible.
    #[serde(skip_serializing)]
    #[schemars(skip)]
    visible_from: Option<Timestamp>,
    /// Places of the words in the transcript.
    #[serde(skip_deserializing)]
    places: Vec<Place>,
}

#[derive(Serialize, JsonSchema)]
struct Place {
    at_seconds: i64,
    text: String,
}

/// Declares the procedure that finds lessons with every word, first those with the words in their titles.
pub fn procedure() -> Procedure {
    Procedure::reads::<Vec<FoundLesson>>(
        "search_lessons",
        [Argument::required("search", Kind::Text)],
        has_access(),
        |tx, call| answer(&found(tx, call)?),
    )
}

fn found(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<FoundLesson>, Error> {
    let words = fold::search_words(call.text("search").unwrap_or_default());
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let mut found: Vec<FoundLesson> = Vec::new();
    let mut named = Reading::of(tx, words.iter().map(|word| titled(word)).collect());
    while found.len() < MAX_LESSONS
        && let Some(lessons) = named.next(tx)?
    {
        let is_early = call.caller.facts.holds(Entitlement::EarlyAccess);
        let is_shown =
            |lesson: &FoundLesson| is_early || lesson.visible_from.is_none_or(|from| from <= call.now);
        found.extend(lessons.into_iter().filter(is_shown));
    }
    found.truncate(MAX_LESSONS);
    let by_name = found.len();
    let mut courses: BTreeMap<String, Option<Course>> = BTreeMap::new();
    let mut said = Reading::of(tx, words.clone());
    // The rights of a course are the most expensive check, so only the needed ones are checked.
    while found.len() < MAX_LESSONS
        && let Some(lessons) = said.next(tx)?
    {
        for lesson in lessons {
            if found.len() == MAX_LESSONS || found.iter().any(|one| one.id == lesson.id) {
                continue;
            }
            if !courses.contains_key(&lesson.course_id) {
                if courses.len() == MAX_COURSES {
                    continue;
                }
                let course = rights::course(tx, &call.caller, &lesson.course_id, call.now)?;
                courses.insert(lesson.course_id.clone(), course);
            }
            let course = courses.get(&lesson.course_id).and_then(Option::as_ref);
            if is_open(course, &lesson.id, call) {
                found.push(lesson);
            }
        }
    }
    add_places(tx, &mut found[by_name..], &words)?;
    Ok(found)
}

fn is_open(course: Option<&Course>, lesson: &str, call: &Call) -> bool {
    let Some(course) = course else { return false };
    let lesson = course.lessons.iter().find(|one| one.id == lesson);
    lesson.is_some_and(|lesson| course.lock(lesson, call.now).is_none())
}

/// Returns the form of a word in titles and summaries, which the index holds in addition: titles are found however
/// common the word is in transcripts.
pub fn titled(word: &str) -> String {
    format!("zz{word}")
}

/// The last read lesson, before which the next ones are older.
#[derive(Deserialize)]
struct Last {
    created_at: String,
    id: String,
}

/// Reads published lessons with the words from the index in batches, newest first.
struct Reading {
    index: WordSearch,
    words: Vec<String>,
    after: Option<Last>,
    looked_at: usize,
    is_over: bool,
}

impl Reading {
    fn of(tx: &Tx<'_>, words: Vec<String>) -> Self {
        let index = tx.dialect().newest_with_words("lessons");
        Self { index, words, after: None, looked_at: 0, is_over: false }
    }

    /// Returns the next lessons with the words. Returns `None` if there are no more, or enough were examined.
    fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<Vec<FoundLesson>>, Error> {
        if self.is_over || self.looked_at >= LOOKED_AT {
            return Ok(None);
        }
        let after = self.after.as_ref().map(|last| (last.created_at.as_str(), last.id.as_str()));
        let parameters = self.index.parameters(&self.words, false, None, after, AT_ONCE);
        let rows = self.index.rows(tx, false, AT_ONCE, &parameters, statement)?;
        self.looked_at += rows.len();
        self.is_over = rows.len() < AT_ONCE;
        self.after = rows.last().map(Row::read).transpose()?;
        let lessons = rows.iter().filter(|row| row.boolean("has_words")).map(Row::read);
        Ok(Some(lessons.collect::<Result<_, _>>()?))
    }
}

fn statement(index: &WordSearch) -> String {
    format!(
        "SELECT t.id, t.course_id, t.title, coalesce(t.summary, '') AS summary, t.kind, t.duration_seconds,
                t.created_at, courses.title AS course_title, courses.visible_from, {} AS has_words
         FROM {} JOIN courses ON courses.id = t.course_id
         WHERE {} AND t.is_published AND courses.is_published ORDER BY {} LIMIT $4",
        index.has_all, index.source, index.condition, index.order
    )
}

/// Returns the number of words that begin a word of the text.
fn count_of(text: &str, words: &[String]) -> usize {
    let own = fold::words(text);
    words.iter().filter(|word| own.iter().any(|one| one.starts_with(word.as_str()))).count()
}

/// Adds the places of the words in transcripts: the lines with most of the words, in order.
fn add_places(tx: &mut Tx<'_>, lessons: &mut [FoundLesson], words: &[String]) -> Result<(), Error> {
    let ids: Vec<_> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    let sql =
        format!("SELECT id, coalesce(captions, '') FROM lessons WHERE {}", tx.dialect().among("id", "$1"));
    let captions: BTreeMap<String, String> =
        tx.query_as(&sql, &[Json::from(ids).to_string().into()])?.into_iter().collect();
    for lesson in lessons {
        let said = captions.get(&lesson.id).map(|captions| captions::lines(captions)).unwrap_or_default();
        let lines = said.into_iter().map(|line| (count_of(&line.text, words), line));
        let mut lines: Vec<_> = lines.filter(|(count, _)| *count > 0).collect();
        lines.sort_by_key(|(count, line)| (Reverse(*count), line.from));
        lines.truncate(MAX_PLACES);
        lines.sort_by_key(|(_, line)| line.from);
        let place =
            |(_, line): (usize, captions::Line)| Place { at_seconds: line.from / 1_000, text: line.text };
        lesson.places = lines.into_iter().map(place).collect();
    }
    Ok(())
}

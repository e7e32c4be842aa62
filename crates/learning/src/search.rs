//! `search_lessons`: lessons by the words of their titles, which everybody may read, and of what is said in them, which is
//! found by whom the lesson is open to.

use std::{cmp::Reverse, collections::BTreeMap};

use ateneu_base::{Value, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::{Row, Tx, WordSearch};
use ateneu_schema::{Kind, rule::member};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    captions,
    rights::{self, Course},
};

/// Words of a search that are looked for.
const MOST_WORDS: usize = 6;
/// Lessons in one answer.
const MOST: usize = 20;
/// Lessons with the words that are looked at, the newest first.
const LOOKED_AT: usize = 300;
/// Lessons that are read from the index at once: mostly these are enough.
const AT_ONCE: usize = 40;
/// Courses whose rights are asked for one answer.
const MOST_COURSES: usize = 30;
/// Places of one lesson.
const MOST_PLACES: usize = 3;

#[derive(Serialize, JsonSchema)]
struct FoundLesson {
    id: String,
    course_id: String,
    course_title: String,
    title: String,
    summary: String,
    kind: String,
    duration_seconds: i64,
    /// Where the words are said.
    places: Vec<Place>,
}

#[derive(Serialize, JsonSchema)]
struct Place {
    at_seconds: i64,
    text: String,
}

/// Lessons that hold every word, those with the words in their titles first.
pub fn procedure() -> Procedure {
    Procedure::reads::<Vec<FoundLesson>>(
        "search_lessons",
        [Argument::required("search", Kind::Text)],
        member(),
        |tx, call| answer(&found(tx, call)?),
    )
}

/// A lesson that the caller may find, and whether by what is said in it.
struct Admitted {
    row: Row,
    is_said: bool,
}

fn found(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<FoundLesson>, Error> {
    let words = fold::search_words(call.text("search").unwrap_or_default(), MOST_WORDS);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let mut admitted: Vec<Admitted> = Vec::new();
    let mut named = Reading::of(tx, words.iter().map(|word| titled(word)).collect());
    while admitted.len() < MOST
        && let Some(rows) = named.next(tx)?
    {
        admitted.extend(rows.into_iter().map(|row| Admitted { row, is_said: false }));
    }
    admitted.truncate(MOST);
    let mut courses: BTreeMap<String, Option<Course>> = BTreeMap::new();
    let mut said = Reading::of(tx, words.clone());
    // The rights of a course cost more than everything else: no more are asked than the answer needs.
    while admitted.len() < MOST
        && let Some(rows) = said.next(tx)?
    {
        for row in rows {
            let (id, course) = (text(&row, "id"), text(&row, "course_id"));
            if admitted.len() == MOST || admitted.iter().any(|one| text(&one.row, "id") == id) {
                continue;
            }
            if !courses.contains_key(course) {
                if courses.len() == MOST_COURSES {
                    continue;
                }
                courses.insert(course.to_owned(), rights::course(tx, &call.caller, course)?);
            }
            if courses.get(course).is_some_and(|course| is_open(course.as_ref(), id, call)) {
                admitted.push(Admitted { row, is_said: true });
            }
        }
    }
    let mut places = places(tx, &admitted, &words)?;
    let found = admitted.iter().map(|Admitted { row, .. }| FoundLesson {
        id: text(row, "id").to_owned(),
        course_id: text(row, "course_id").to_owned(),
        course_title: text(row, "course_title").to_owned(),
        title: text(row, "title").to_owned(),
        summary: text(row, "summary").to_owned(),
        kind: text(row, "kind").to_owned(),
        duration_seconds: row.int("duration_seconds").unwrap_or_default(),
        places: places.remove(text(row, "id")).unwrap_or_default(),
    });
    Ok(found.collect())
}

fn text<'r>(row: &'r Row, name: &str) -> &'r str {
    row.text(name).unwrap_or_default()
}

fn is_open(course: Option<&Course>, lesson: &str, call: &Call) -> bool {
    let Some(course) = course else { return false };
    let lesson = course.lessons.iter().find(|one| one.id == lesson);
    lesson.is_some_and(|lesson| course.lock(lesson, call.now).is_none())
}

/// A word of a title or summary, which the index holds beside the word itself: what is in a title is found however many lessons
/// say it.
pub fn titled(word: &str) -> String {
    format!("zz{word}")
}

/// Reads published lessons with the words from the index, the newest first, some at a time.
struct Reading {
    index: WordSearch,
    words: Vec<String>,
    /// The instant and the id of the last lesson.
    after: Option<(String, String)>,
    looked_at: usize,
    is_over: bool,
}

impl Reading {
    fn of(tx: &Tx<'_>, words: Vec<String>) -> Self {
        let index = tx.dialect().newest_with_words("lessons");
        Self { index, words, after: None, looked_at: 0, is_over: false }
    }

    /// The next lessons with the words; none where there are no more, or enough were looked at.
    fn next(&mut self, tx: &mut Tx<'_>) -> Result<Option<Vec<Row>>, Error> {
        if self.is_over || self.looked_at >= LOOKED_AT {
            return Ok(None);
        }
        let after = self.after.as_ref().map(|(at, id)| (at.as_str(), id.as_str()));
        let parameters = self.index.parameters(&self.words, false, None, after, AT_ONCE);
        let mut rows = self.index.rows(tx, false, AT_ONCE, &parameters, statement)?;
        self.looked_at += rows.len();
        self.is_over = rows.len() < AT_ONCE;
        if let Some(last) = rows.last() {
            self.after = Some((text(last, "created_at").to_owned(), text(last, "id").to_owned()));
        }
        rows.retain(|row| row.truth("has_words"));
        Ok(Some(rows))
    }
}

fn statement(index: &WordSearch) -> String {
    format!(
        "SELECT t.id, t.course_id, t.title, t.summary, t.kind, t.duration_seconds, t.created_at,
                courses.title AS course_title, {} AS has_words
         FROM {} JOIN courses ON courses.id = t.course_id
         WHERE {} AND t.is_published AND courses.is_published ORDER BY {} LIMIT $4",
        index.has_all, index.source, index.condition, index.order
    )
}

/// How many of the words begin a word of the text.
fn count_of(text: &str, words: &[String]) -> usize {
    let own = fold::words(text);
    words.iter().filter(|word| own.iter().any(|one| one.starts_with(word.as_str()))).count()
}

/// Where the words are said in lessons found by them: the lines with most of the words, in their order.
fn places(
    tx: &mut Tx<'_>,
    admitted: &[Admitted],
    words: &[String],
) -> Result<BTreeMap<String, Vec<Place>>, Error> {
    let ids: Vec<_> = admitted.iter().filter(|one| one.is_said).map(|one| text(&one.row, "id")).collect();
    let sql = format!("SELECT id, captions FROM lessons WHERE {}", tx.dialect().among("id", "$1"));
    let rows = tx.query(&sql, &[Value::Text(Json::from(ids).to_string())])?;
    let places = rows.iter().map(|row| {
        let lines = captions::lines(text(row, "captions")).into_iter();
        let lines = lines.map(|line| (count_of(&line.text, words), line));
        let mut lines: Vec<_> = lines.filter(|(count, _)| *count > 0).collect();
        lines.sort_by_key(|(count, line)| (Reverse(*count), line.from));
        lines.truncate(MOST_PLACES);
        lines.sort_by_key(|(_, line)| line.from);
        let places =
            lines.into_iter().map(|(_, line)| Place { at_seconds: line.from / 1_000, text: line.text });
        (text(row, "id").to_owned(), places.collect())
    });
    Ok(places.collect())
}

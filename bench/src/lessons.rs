//! The search in 100,000 lessons and what is said in them, as a member uses it.

use anyhow::{Context, Result, ensure};
use rusqlite::Transaction;
use serde_json::json;

use crate::{
    filled::Filled,
    option,
    table::{Table, p99},
    words::{Chance, beginnings, common_and_rare, two_common, word},
};

/// Unless `--lessons=…` says how many.
const LESSONS: u32 = 100_000;
/// Lessons of a course.
const COURSE: u32 = 100;
/// Lines of captions, and words of each: what is said in three minutes.
const LINES: u32 = 40;
const LINE: u32 = 10;
/// Requests of each kind.
const TIMES: u32 = 200;
const NOW: &str = "2026-01-01T00:00:00.000000+00:00";

fn fill(transaction: &Transaction<'_>, lessons: u32) -> Result<()> {
    let mut chance = Chance::new();
    let mut insert = transaction.prepare(
        "INSERT INTO lessons (id, module_id, course_id, title, summary, kind, captions, duration_seconds,
                              sort_order, created_at, search_text)
         VALUES (printf('00000000-0000-4000-c000-%012d', ?1), ?2, ?2, ?3, ?4, 'video', ?5, 180, ?1,
             strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1600000000 + ?1 * 60, 'unixepoch'), ?6)",
    )?;
    for number in 0..lessons {
        let course = format!("00000000-0000-4000-b000-{:012}", number / COURSE);
        if number % COURSE == 0 {
            transaction.execute(
                "INSERT INTO courses (id, title, level, is_published, created_at, updated_at)
                 VALUES (?1, ?2, 'Iniciante', true, ?3, ?3)",
                (&course, format!("Curso {}", number / COURSE), NOW),
            )?;
            transaction.execute(
                "INSERT INTO course_modules (id, course_id, title) VALUES (?1, ?1, 'Módulo')",
                [&course],
            )?;
        }
        let title = format!("Como tratar {} e {}", chance.word(), chance.word());
        let summary = format!("O que {} muda em {}.", chance.word(), chance.word());
        let mut captions = String::from("WEBVTT\n");
        // As `search_lessons` keeps them: the words of title and summary, and once more as such.
        let named = format!("{title} {summary}").to_lowercase().replace('.', "");
        let titled = named.split(' ').map(|word| format!(" zz{word}")).collect::<String>();
        let mut words = format!("{named}{titled}");
        for line in 0..LINES {
            let said = (0..LINE).map(|_| chance.word()).collect::<Vec<_>>().join(" ");
            let minute = line * 4 / 60;
            let second = line * 4 % 60;
            captions.push_str(&format!(
                "\n{minute:02}:{second:02}.000 --> {minute:02}:{second:02}.900\n{said}\n"
            ));
            words.push(' ');
            words.push_str(&said);
        }
        insert.execute((number, &course, &title, &summary, &captions, &words))?;
    }
    Ok(())
}

/// The words of the search with that number.
type Search = fn(u32) -> String;

/// See the module.
pub fn search(table: &mut Table) -> Result<()> {
    let lessons = option("--lessons").map_or(Ok(LESSONS), |lessons| lessons.parse())?;
    let demo = Filled::start("membro@demo.test", |transaction| fill(transaction, lessons))?;
    let find = |search: &str| -> Result<(f64, usize)> {
        let body = json!({ "search": search }).to_string();
        let (time, found) = demo.ask("POST", "/rest/v1/rpc/search_lessons", &body)?;
        Ok((time, found.as_array().context("no list")?.len()))
    };
    let kinds: [(&str, bool, Search); 4] = [
        ("two common words", true, two_common),
        ("a common and a rare word", true, common_and_rare),
        ("beginnings of words", true, beginnings),
        ("a word that nobody says", false, |number| format!("{}x", word(number))),
    ];
    for (what, is_said, search) in kinds {
        let mut times = Vec::new();
        for number in 0..TIMES {
            let wanted = search(number);
            let (time, found) = find(&wanted)?;
            ensure!((found > 0) == is_said, "{wanted}: {found} lessons were found");
            times.push(time);
        }
        table.under(&format!("search in {lessons} lessons: {what}, p99"), p99(times), 50.0, "ms");
    }
    Ok(())
}

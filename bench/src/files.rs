//! The media library with 100,000 files, as an administrator looks through it.

use anyhow::{Context, Result, ensure};
use rusqlite::Transaction;
use serde_json::{Value, json};

use crate::{
    filled::Filled,
    option,
    table::{Table, p99},
    words::{Chance, beginnings, two_common, word},
};

/// Unless `--files=…` says how many.
const FILES: u32 = 100_000;
/// Intervals of files of lessons, and of documents, among all files.
const LESSON: u32 = 10;
const DOCUMENT: u32 = 25;
/// Files that nothing uses: those of the last day, since others are removed.
const UNUSED: u32 = 20;
/// Files that a content uses; each is named by it and by two earlier versions of it.
const OF_CONTENT: u32 = 5;
/// Requests of each kind.
const TIMES: u32 = 200;

/// No list reads the bytes of files.
fn fill(transaction: &Transaction<'_>, files: u32) -> Result<()> {
    let mut chance = Chance::new();
    let mut content = transaction.prepare(
        "INSERT INTO contents (id, title, content_type, created_at, updated_at, tags)
         VALUES (?1, ?2, 'article', ?3, ?3, '[]')",
    )?;
    let mut object = transaction.prepare(
        "INSERT INTO objects (id, bucket_id, name, version, size, mimetype, etag, user_metadata, search_name, is_used,
            created_at, updated_at)
         VALUES (?1, ?2, ?3, ?1, 200000, ?4, ?1, json_object('name', ?5, 'width', 1600, 'height', 900), ?6, ?7, ?8, ?8)",
    )?;
    let mut uses = transaction.prepare(
        "INSERT INTO file_uses (source, row_id, bucket_id, file_key, part, holder_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for number in 0..files {
        let holder = format!("00000000-0000-7000-8000-{:012}", number / OF_CONTENT);
        let at = instant(number);
        if number % OF_CONTENT == 0 {
            content.execute((&holder, format!("Como tratar {}", chance.word()), &at))?;
        }
        let (bucket, mime) = match number {
            number if number % LESSON == 0 => ("courses", "video/mp4"),
            number if number % DOCUMENT == 1 => ("contents", "application/pdf"),
            _ => ("contents", "image/png"),
        };
        let key = format!("thumbnails/{number}.png");
        let name = format!("{} {} {}", chance.word(), chance.word(), name_of(number));
        let is_used = number + UNUSED < files;
        let id = format!("10000000-0000-7000-8000-{number:012}");
        object.execute((&id, bucket, &key, mime, format!("{name}.png"), &name, is_used, &at))?;
        for source in ["contents", "content_revisions", "content_drafts"].iter().filter(|_| is_used) {
            uses.execute((source, &holder, bucket, &key, "text", &holder))?;
        }
    }
    Ok(())
}

/// A minute after the file before.
fn instant(number: u32) -> String {
    let (day, minute) = (number / 1440, number % 1440);
    let (year, day) = (2020 + day / 336, day % 336);
    format!(
        "{year}-{:02}-{:02}T{:02}:{:02}:00.000000+00:00",
        day / 28 + 1,
        day % 28 + 1,
        minute / 60,
        minute % 60
    )
}

/// Returns a name that only one file has.
fn name_of(number: u32) -> String {
    format!("foto{number}x")
}

/// The body of the request with that number.
type Body = fn(u32, u32) -> Value;

/// See the module.
pub fn library(table: &mut Table) -> Result<()> {
    let files = option("--files").map_or(Ok(FILES), |files| files.parse())?;
    let demo = Filled::start("admin@demo.test", |transaction| fill(transaction, files))?;
    let ask = |function: &str, body: &Value| {
        demo.ask("POST", &format!("/functions/v1/{function}"), &body.to_string())
    };
    let kinds: [(&str, bool, Body); 8] = [
        ("the newest", true, |_, _| json!({})),
        ("any page", true, |number, files| {
            let place = files / TIMES * number + files / TIMES;
            json!({ "after": format!("{}~10000000-0000-7000-8000-{place:012}", instant(place)) })
        }),
        ("documents", true, |_, _| json!({ "kind": "document" })),
        ("sound, of which there is none", false, |_, _| json!({ "kind": "audio" })),
        ("by the name of one", true, |number, files| json!({ "search": name_of(files / TIMES * number) })),
        ("by two common words", true, |number, _| json!({ "search": two_common(number) })),
        ("by beginnings of words", true, |number, _| json!({ "search": beginnings(number) })),
        ("by a word that none has", false, |number, _| json!({ "search": format!("{}q", word(number)) })),
    ];
    for (what, is_found, body) in kinds {
        let mut times = Vec::new();
        for number in 0..TIMES {
            let body = whole(body(number, files));
            let (time, said) = ask("list-files", &body)?;
            let found = said["files"].as_array().context("no list")?.len();
            // The demo has some recordings of its own.
            ensure!(found > 0 || !is_found, "{body}: nothing was found");
            times.push(time);
        }
        table.under(&format!("media library of {files} files: {what}, p99"), p99(times), 50.0, "ms");
    }
    for (what, function, body) in [
        ("those without use", "list-files", whole(json!({ "unused": true }))),
        ("how many are without use", "count-unused-files", json!({})),
    ] {
        let times = (0..TIMES).map(|_| ask(function, &body).map(|(time, _)| time)).collect::<Result<_>>()?;
        table.under(&format!("media library of {files} files: {what}, p99"), p99(times), 50.0, "ms");
    }
    Ok(())
}

/// Every filter, given or not: the function asks for all of them.
fn whole(mut filters: Value) -> Value {
    for name in ["search", "kind", "bucket", "unused", "after"] {
        let given = filters[name].take();
        filters[name] = given;
    }
    filters
}

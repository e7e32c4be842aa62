//! The panel's list of 100,000 contents and the public search in them.

use anyhow::Result;
use rusqlite::Transaction;
use serde_json::{Value, json};

use crate::{
    filled::Filled,
    table::{Table, p99},
    words::{Chance, beginnings, common_and_rare, two_common, word},
};

const CONTENTS: u32 = 100_000;
/// Words of a text.
const WORDS: u32 = 300;
/// Requests of each kind.
const TIMES: u32 = 200;

fn fill(transaction: &Transaction<'_>) -> Result<()> {
    let mut chance = Chance::new();
    let mut insert = transaction.prepare(
        "INSERT INTO contents (id, title, description, body, content_type, is_published, is_member_only, created_at,
            updated_at, tags, search_text, title_key)
         VALUES (printf('00000000-0000-7000-8000-%012d', ?1), ?2, 'Uma frase.', '<p>' || ?3 || '</p>', 'article',
            ?1 % 10 <> 0, ?1 % 4 = 0, strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1500000000 + ?1 * 60, 'unixepoch'),
            strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1700000000 + ?1 * 7919 % 100000, 'unixepoch'), '[]',
            lower(?2) || ' ' || ?3, lower(?2))",
    )?;
    for number in 0..CONTENTS {
        let title = format!("Como tratar {} e {}", chance.word(), chance.word());
        let text = (0..WORDS).map(|_| chance.word()).collect::<Vec<_>>().join(" ");
        insert.execute((number, title, text))?;
    }
    Ok(())
}

/// The arguments of the request with that number.
type Arguments = fn(u32) -> Value;

/// See the module.
pub fn lists(table: &mut Table) -> Result<()> {
    let demo = Filled::start("admin@demo.test", fill)?;
    let kinds: [(&str, &str, Arguments); 9] = [
        ("list", "the newest", |_| json!({})),
        ("list", "by title, any page", |number| json!({ "sort": "title", "page": number * 10 })),
        (
            "list",
            "by change, drafts",
            |number| json!({ "sort": "changed", "state": "draft", "page": number % 50 }),
        ),
        ("list", "two common words", |number| json!({ "search": two_common(number) })),
        ("list", "a common and a rare word", |number| json!({ "search": common_and_rare(number) })),
        (
            "list",
            "beginnings of words, by title",
            |number| json!({ "search": beginnings(number), "sort": "title" }),
        ),
        ("search", "two common words", |number| json!({ "search": two_common(number) })),
        ("search", "beginnings of words", |number| json!({ "search": beginnings(number) })),
        ("search", "a word that nobody wrote", |number| json!({ "search": format!("{}x", word(number)) })),
    ];
    for (what, how, arguments) in kinds {
        let procedure = if what == "list" { "panel_contents" } else { "search_contents" };
        let mut times = Vec::new();
        for number in 0..TIMES {
            let body = arguments(number).to_string();
            times.push(demo.ask("POST", &format!("/rest/v1/rpc/{procedure}"), &body)?.0);
        }
        table.under(&format!("{what} of {CONTENTS} contents: {how}, p99"), p99(times), 50.0, "ms");
    }
    Ok(())
}

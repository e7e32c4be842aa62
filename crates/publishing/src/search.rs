//! `search_contents`: search over published contents that the caller may read.

use std::cmp::Reverse;

use ateneu_base::{Entitlement, excerpt, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Kind, rule::anyone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{content_type::ContentType, derived::as_read};

/// Maximum number of contents in a response.
const MAX_CONTENTS: usize = 20;
/// Maximum number of ranked contents, newest first.
const LOOKED_AT: usize = 300;
/// Maximum number of characters of a body that are searched for an excerpt.
const MAX_BODY_LENGTH: u32 = 30_000;

#[derive(Deserialize, Serialize, JsonSchema)]
struct FoundContent {
    id: String,
    slug: Option<String>,
    title: String,
    content_type: ContentType,
    category: Option<String>,
    created_at: String,
    published_at: Option<String>,
    is_member_only: bool,
    /// Text around the first match.
    #[serde(skip_deserializing)]
    excerpt: String,
}

/// Declares the procedure that finds contents with every word: first those with the words in their titles, then the
/// newest. Member-only ones are found only by callers whose plan opens them; others learn neither texts nor titles.
pub fn procedure() -> Procedure {
    Procedure::reads::<Vec<FoundContent>>(
        "search_contents",
        [Argument::required("search", Kind::Text)],
        anyone(),
        |tx, call| answer(&found(tx, call)?),
    )
}

fn found(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<FoundContent>, Error> {
    let words = fold::search_words(call.text("search").unwrap_or_default());
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let mut candidates = candidates(tx, &words, call)?;
    candidates
        .sort_by_cached_key(|found| (!is_named(&found.title, &words), Reverse(found.published_at.clone())));
    candidates.truncate(MAX_CONTENTS);
    let ids: Vec<String> = candidates.into_iter().map(|found| found.id).collect();
    let sql = format!(
        "SELECT c.id, c.slug, c.title, c.content_type, k.name AS category, c.created_at, c.published_at, c.is_member_only,
                c.description,
                substr(coalesce(c.open_body, c.body), 1, {MAX_BODY_LENGTH}) AS body
         FROM contents c LEFT JOIN categories k ON k.id = c.category_id WHERE {}",
        tx.dialect().among("c.id", "$1")
    );
    let rows = tx.query(&sql, &[Json::from(ids.as_slice()).to_string().into()])?;
    let mut contents: Vec<_> = rows.iter().map(|row| content(row, &words)).collect::<Result<_, _>>()?;
    contents.sort_by_key(|content| ids.iter().position(|id| *id == content.id));
    Ok(contents)
}

/// A content with the words.
#[derive(Deserialize)]
struct Candidate {
    id: String,
    title: String,
    published_at: Option<String>,
    has_words: bool,
}

/// Returns the newest contents with the words.
fn candidates(tx: &mut Tx<'_>, words: &[String], call: &Call) -> Result<Vec<Candidate>, Error> {
    let index = tx.dialect().newest_with_words("contents");
    let held = tx.dialect().among("t.entitlement", "$8");
    let sql = format!(
        "SELECT t.id, t.title, t.published_at, {} AS has_words FROM {} WHERE {} AND t.is_published AND t.trashed_at IS NULL
           AND ($7 OR t.visible_from IS NULL OR t.visible_from <= $6) AND (NOT t.is_member_only OR {held})
         ORDER BY {} LIMIT $4",
        index.has_all, index.source, index.condition, index.order
    );
    let facts = &call.caller.facts;
    let mut parameters = index.parameters(words, false, None, None, LOOKED_AT);
    parameters.extend([
        call.now.into(),
        facts.holds(Entitlement::EarlyAccess).into(),
        facts.entitlement_names(),
    ]);
    let mut found: Vec<Candidate> = tx.query_as(&sql, &parameters)?;
    found.retain(|candidate| candidate.has_words);
    Ok(found)
}

/// Returns `true` if each word begins a word of the title.
fn is_named(title: &str, words: &[String]) -> bool {
    let title = fold::words(title);
    words.iter().all(|word| title.iter().any(|one| one.starts_with(word.as_str())))
}

fn content(row: &Row, words: &[String]) -> Result<FoundContent, Error> {
    let description = row.text("description").unwrap_or_default();
    let body = as_read(row.text("content_type").unwrap_or_default(), row.text("body").unwrap_or_default());
    let body = fold::html_text(&body);
    // The excerpt is from the description, or from the body if only that has the words.
    let is_inside = !excerpt::matches(description, words) && excerpt::matches(&body, words);
    let shown = if is_inside || description.is_empty() { &body } else { description };
    Ok(FoundContent { excerpt: excerpt::of(shown, words), ..row.read()? })
}

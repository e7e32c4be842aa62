//! Search over posts and comments that the caller may read: by the beginnings of words, newest first.

mod candidates;

use std::cmp::Reverse;

use ateneu_base::{Value, excerpt, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{call::argument, text};
use candidates::{Place, Wanted};

/// Maximum number of results in a response.
const PER_PAGE: usize = 20;
/// Channel whose posts are the topics of the forum.
const FORUM_CHANNEL: &str = "6";
/// Minimum length of a word of a title that is compared.
const MIN_WORD_LENGTH: usize = 4;
/// Number of newest topics that are compared with a title.
const COMPARED: usize = 50;
/// Maximum number of similar topics in a response.
const MAX_SIMILAR: usize = 4;

pub fn procedures() -> Vec<Procedure> {
    vec![search_community(), similar_topics()]
}

#[derive(Serialize, JsonSchema)]
struct Found {
    results: Vec<FoundText>,
    /// Position of the next part, to be passed as `before_at` and `before_id`. Null at the end.
    next: Option<Place>,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct FoundText {
    id: String,
    /// Id of the post, or of the comment's post.
    post_id: String,
    channel_id: String,
    author_id: String,
    title: String,
    /// Text around the first match.
    excerpt: String,
    created_at: String,
    /// True if the post has an accepted answer.
    is_solved: bool,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct SimilarTopic {
    id: String,
    title: String,
    comments_count: i64,
    is_solved: bool,
}

/// Declares the procedure that finds posts or comments with every word, newest first. A response may hold fewer than a
/// page and still name a next part, because the number of examined texts is limited.
fn search_community() -> Procedure {
    Procedure::reads::<Found>(
        "search_community",
        [
            Argument::required("search", Kind::Text),
            Argument::required("in_comments", Kind::Bool),
            Argument::optional("channel_id", Kind::Text),
            Argument::optional("before_at", Kind::Timestamp),
            Argument::optional("before_id", Kind::Uuid),
        ],
        rule::member(),
        |tx, call| answer(&search(tx, call)?),
    )
}

/// Declares the procedure that returns topics of the forum whose titles share most words with a title.
fn similar_topics() -> Procedure {
    Procedure::reads::<Vec<SimilarTopic>>(
        "similar_topics",
        [Argument::required("title", Kind::Text)],
        rule::member(),
        |tx, call| answer(&similar(tx, call)?),
    )
}

fn search(tx: &mut Tx<'_>, call: &Call) -> Result<Found, Error> {
    let words = fold::search_words(argument(call, "search").as_text().unwrap_or_default());
    if words.is_empty() {
        return Ok(Found { results: Vec::new(), next: None });
    }
    let channel = call.text("channel_id");
    let in_comments = call.arguments.get("in_comments").and_then(Json::as_bool).unwrap_or_default();
    let before = match (argument(call, "before_at").as_text(), argument(call, "before_id").as_text()) {
        (Some(at), Some(id)) => Some(Place { at: at.to_owned(), id: id.to_owned() }),
        _ => None,
    };
    let wanted = Wanted { words: &words, any: false, in_comments, channel, most: PER_PAGE };
    let (ids, next) = candidates::newest(tx, call, &wanted, before)?;
    let mut results = texts(tx, in_comments, &ids)?;
    for found in &mut results {
        found.excerpt = excerpt::of(&text::plain(&found.excerpt), &words);
    }
    Ok(Found { results, next })
}

const IS_SOLVED: &str = "EXISTS (SELECT 1 FROM community_comments a
    WHERE a.post_id = p.id AND a.is_accepted AND NOT a.is_hidden AND NOT a.is_deleted) AS is_solved";

/// Reads the shown fields of admitted texts, newest first. The excerpt of each is the whole text.
fn texts(tx: &mut Tx<'_>, in_comments: bool, ids: &[String]) -> Result<Vec<FoundText>, Error> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let commented = "community_comments t JOIN community_posts p ON p.id = t.post_id";
    let (alias, source, is_solved) = match in_comments {
        true => ("t", commented, "FALSE AS is_solved"),
        false => ("p", "community_posts p", IS_SOLVED),
    };
    let sql = format!(
        "SELECT {alias}.id, p.id AS post_id, p.channel_id, {alias}.author_id, p.title, {alias}.created_at,
             {alias}.content AS excerpt, {is_solved}
         FROM {source} WHERE {} ORDER BY {alias}.created_at DESC, {alias}.id DESC",
        tx.dialect().among(&format!("{alias}.id"), "$1")
    );
    Ok(tx.query_as(&sql, &[Value::Text(Json::from(ids).to_string())])?)
}

fn similar(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<SimilarTopic>, Error> {
    let mut words = fold::search_words(argument(call, "title").as_text().unwrap_or_default());
    words.retain(|word| word.chars().count() >= MIN_WORD_LENGTH);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let wanted =
        Wanted { words: &words, any: true, in_comments: false, channel: Some(FORUM_CHANNEL), most: COMPARED };
    let (ids, _) = candidates::newest(tx, call, &wanted, None)?;
    let sql = format!(
        "SELECT p.id, p.title, {IS_SOLVED}, (SELECT count(*) FROM community_comments c
             WHERE c.post_id = p.id AND NOT c.is_hidden AND NOT c.is_deleted) AS comments_count
         FROM community_posts p WHERE {} ORDER BY p.last_activity_at DESC, p.id DESC",
        tx.dialect().among("p.id", "$1")
    );
    let topics: Vec<SimilarTopic> = tx.query_as(&sql, &[Value::Text(Json::from(ids).to_string())])?;
    let scored = topics.into_iter().map(|topic| (shared(&topic.title, &words), topic));
    let mut telling: Vec<_> = scored.filter(|(shared, _)| *shared >= words.len().min(2)).collect();
    telling.sort_by_key(|(shared, _)| Reverse(*shared));
    Ok(telling.into_iter().take(MAX_SIMILAR).map(|(_, topic)| topic).collect())
}

/// Returns the number of words that begin a word of the title.
fn shared(title: &str, words: &[String]) -> usize {
    let title = fold::words(title);
    words.iter().filter(|word| title.iter().any(|one| one.starts_with(*word))).count()
}

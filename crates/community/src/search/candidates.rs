//! Texts with the words that the caller may read. The index is read in parts, and the rules are evaluated for each row.

use std::sync::LazyLock;

use ateneu_base::Value;
use ateneu_data::{Call, Error};
use ateneu_db::{Dialect, Row, Tx, WordSearch};
use ateneu_schema::{Source, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{rights::record, tables::posts};

/// Numbers of texts examined first, and in all, for one response.
const FIRST: usize = 40;
const MAX_CANDIDATES: usize = 3_000;
/// Maximum number of channels in a query of the index.
const MAX_CHANNELS: usize = 100;

/// Position of a text in the order: later texts are older, or as old with a smaller id.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Place {
    #[serde(rename(deserialize = "created_at"))]
    pub at: String,
    pub id: String,
}

/// Request of a search.
pub struct Wanted<'a> {
    /// Folded words.
    pub words: &'a [String],
    /// True if one word suffices.
    pub any: bool,
    pub in_comments: bool,
    /// Channel to which the search is limited.
    pub channel: Option<&'a str>,
    /// Maximum number of texts.
    pub most: usize,
}

static POSTS: LazyLock<Table> = LazyLock::new(posts::community_posts);
static COMMENTS: LazyLock<Table> = LazyLock::new(posts::community_comments);

/// Returns the ids of the newest texts that the caller may read, after a place if given, and the place of the next
/// part.
pub fn newest(
    tx: &mut Tx<'_>,
    call: &Call,
    wanted: &Wanted<'_>,
    mut before: Option<Place>,
) -> Result<(Vec<String>, Option<Place>), Error> {
    let channels = allowed_channels(call, wanted);
    let indexed = channels.clone().filter(|channels| (1..=MAX_CHANNELS).contains(&channels.len()));
    let table = if wanted.in_comments { COMMENTS.name } else { POSTS.name };
    let search = tx.dialect().newest_with_words(table);
    let dialect = tx.dialect();
    let is_limited = channels.is_some();
    let channels = channels.map(|channels| Value::Text(Json::from(channels).to_string()));
    let (mut found, mut looked_at) = (Vec::new(), 0);
    loop {
        let batch = if looked_at == 0 { FIRST } else { MAX_CANDIDATES - FIRST };
        let after = before.as_ref().map(|place| (place.at.as_str(), place.id.as_str()));
        let mut parameters = search.parameters(wanted.words, wanted.any, indexed.as_deref(), after, batch);
        parameters.extend(channels.clone());
        let rows = search.rows(tx, wanted.any, batch, &parameters, |search| {
            statement(dialect, search, wanted, is_limited)
        })?;
        for row in &rows {
            let place: Place = row.read()?;
            if row.boolean("has_words") && admits(row, call, wanted.in_comments) {
                found.push(place.id.clone());
            }
            before = Some(place);
            if found.len() == wanted.most {
                return Ok((found, before));
            }
        }
        looked_at += rows.len();
        if rows.len() < batch {
            return Ok((found, None));
        }
        if looked_at >= MAX_CANDIDATES {
            return Ok((found, before));
        }
    }
}

/// Returns the channels to which the search is limited. Returns `None` if the caller may read all.
fn allowed_channels<'a>(call: &'a Call, wanted: &Wanted<'a>) -> Option<Vec<&'a str>> {
    match wanted.channel {
        Some(channel) => Some(vec![channel]),
        None if call.caller.is_staff() => None,
        None => Some(call.caller.facts.channels.iter().map(String::as_str).collect()),
    }
}

/// Returns the statement. Its parameters are the words, instant and id of a place, the number of rows, the words each
/// after a space, and the channels if limited.
fn statement(dialect: Dialect, search: &WordSearch, wanted: &Wanted<'_>, is_limited: bool) -> String {
    let (table, post, joined) = match wanted.in_comments {
        true => (&*COMMENTS, "p", "JOIN community_posts p ON p.id = t.post_id"),
        false => (&*POSTS, "t", ""),
    };
    let mut columns: Vec<String> = ruled(table).iter().map(|name| select(table, name, "t")).collect();
    let mut condition = format!("{} AND NOT t.is_deleted", search.condition);
    if wanted.in_comments {
        columns.extend(ruled(&POSTS).iter().map(|name| format!("p.{name} AS post_{name}")));
        condition.push_str(" AND NOT p.is_deleted");
    }
    if is_limited {
        condition.push_str(&format!(" AND {}", dialect.among(&format!("{post}.channel_id"), "$6")));
    }
    format!(
        "SELECT t.id, t.created_at, {} AS has_words, {} FROM {} {joined} WHERE {condition} ORDER BY {} LIMIT $4",
        if wanted.any { search.has_any } else { search.has_all },
        columns.join(", "),
        search.source,
        search.order
    )
}

/// Returns the columns of a table's read rule.
fn ruled(table: &Table) -> Vec<&'static str> {
    let mut columns = table.rules.read.columns();
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Returns SQL of a column of the row, or of its lookup in the joined post.
fn select(table: &Table, name: &str, alias: &str) -> String {
    match table.column(name).map(|column| &column.source) {
        Some(Source::Lookup { table: "community_posts", column, .. }) => format!("p.{column} AS row_{name}"),
        _ => format!("{alias}.{name} AS row_{name}"),
    }
}

/// Returns `true` if the read rules of the text, and of its post, admit the caller.
fn admits(row: &Row, call: &Call, in_comments: bool) -> bool {
    let table = if in_comments { &*COMMENTS } else { &*POSTS };
    admits_to(table, "row_", row, call) && (!in_comments || admits_to(&POSTS, "post_", row, call))
}

fn admits_to(table: &Table, prefix: &str, row: &Row, call: &Call) -> bool {
    let record = record(table, &ruled(table), prefix, row);
    table.rules.read.admits(&call.caller, &record, call.now)
}

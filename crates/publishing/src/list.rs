//! The list of the panel: contents by words, type, category, state and audience, in a chosen order.

use ateneu_base::{Value, fold};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::{Tx, json_column};
use ateneu_schema::{Kind, Words, rule::writer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{content_type::ContentType, tables::ReviewState};

/// Number of contents on a page.
const PER_PAGE: usize = 50;
/// Maximum page number.
const LAST_PAGE: usize = 2_000;
/// Maximum number of searched contents with the words, newest first.
const MAX_CANDIDATES: usize = 2_000;

#[derive(Serialize, JsonSchema)]
struct Page {
    contents: Vec<Listed>,
    total: usize,
    per_page: usize,
}

#[derive(Deserialize, Serialize, JsonSchema)]
struct Listed {
    id: String,
    slug: Option<String>,
    title: String,
    content_type: ContentType,
    category: Option<String>,
    category_id: Option<String>,
    is_published: bool,
    is_featured: bool,
    is_member_only: bool,
    created_at: String,
    updated_at: String,
    published_at: Option<String>,
    publish_at: Option<String>,
    unpublish_at: Option<String>,
    visible_from: Option<String>,
    trashed_at: Option<String>,
    read_time: Option<String>,
    counted_read_time: Option<String>,
    thumbnail_url: Option<String>,
    #[serde(deserialize_with = "json_column")]
    tags: Vec<String>,
    version: i64,
    /// True if there are unsaved changes.
    has_draft: bool,
    review: Option<ReviewState>,
}

/// Declares the procedure that lists contents. `state`: `published`, `draft`, `scheduled`, `featured`, `waiting` or
/// `returned` (decision 0075), or `trash`; `audience`: `everybody` or `members`; `sort`: `newest`, `oldest`, `changed`
/// or `title`.
pub fn procedure() -> Procedure {
    Procedure::reads::<Page>(
        "panel_contents",
        [
            Argument::optional("search", Kind::Text),
            Argument::optional("content_type", Kind::Text),
            Argument::optional("category_id", Kind::Uuid),
            Argument::optional("state", Kind::Text),
            Argument::optional("audience", Kind::Text),
            Argument::optional("sort", Kind::Text),
            Argument::optional("page", Kind::Int),
        ],
        writer(),
        list,
    )
}

/// Conditions of a list, with their parameters.
struct Conditions {
    sql: Vec<String>,
    parameters: Vec<Value>,
}

impl Conditions {
    fn equal(&mut self, column: &str, value: &str) {
        self.parameters.push(value.into());
        self.sql.push(format!("t.{column} = ${}", self.parameters.len()));
    }

    fn is(&mut self, sql: &str) {
        self.sql.push(sql.to_owned());
    }
}

fn list(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let given = |name: &str| call.text(name).unwrap_or_default();
    let page = call.arguments.get("page").and_then(Json::as_u64).unwrap_or(1);
    let page = usize::try_from(page).unwrap_or(LAST_PAGE).clamp(1, LAST_PAGE);
    let words = fold::search_words(given("search"));
    let mut wanted = Conditions { sql: Vec::new(), parameters: Vec::new() };
    let from = source(tx, &words, &mut wanted);
    wanted.is(if given("state") == "trash" { "t.trashed_at IS NOT NULL" } else { "t.trashed_at IS NULL" });
    match given("state") {
        "published" => wanted.is("t.is_published"),
        "draft" => wanted.is("NOT t.is_published"),
        "scheduled" => wanted.is("(t.publish_at > '' OR t.unpublish_at > '' OR t.visible_from > '')"),
        "featured" => wanted.is("t.is_featured"),
        state => {
            if let Some(state) = ReviewState::of(state) {
                let reviewed = "SELECT r.content_id FROM content_reviews r WHERE r.state";
                wanted.is(&format!("t.id IN ({reviewed} = '{}')", state.word()));
            }
        }
    }
    match given("audience") {
        "everybody" => wanted.is("NOT t.is_member_only"),
        "members" => wanted.is("t.is_member_only"),
        _ => {}
    }
    for column in ["content_type", "category_id"] {
        if !given(column).is_empty() {
            wanted.equal(column, given(column));
        }
    }
    let order = match given("sort") {
        "oldest" => "t.created_at, t.id DESC",
        "changed" => "t.updated_at DESC, t.id",
        "title" => "t.title_key, t.id",
        _ => "t.created_at DESC, t.id",
    };
    let condition = wanted.sql.join(" AND ");
    let ids = format!("SELECT t.id FROM {from} WHERE {condition} ORDER BY {order}");
    let skipped = (page - 1) * PER_PAGE;
    let (total, ids) = if words.is_empty() {
        let count = format!("SELECT count(*) FROM {from} WHERE {condition}");
        let total = tx.query_one_as(&count, &wanted.parameters)?;
        let shown = tx.query_as(&format!("{ids} LIMIT {PER_PAGE} OFFSET {skipped}"), &wanted.parameters)?;
        (total, shown)
    } else {
        // Few enough to be counted here, so that the index is read once.
        let found: Vec<String> = tx.query_as(&ids, &wanted.parameters)?;
        (found.len(), found.into_iter().skip(skipped).take(PER_PAGE).collect::<Vec<_>>())
    };
    let sql = format!(
        "SELECT c.id, c.slug, c.title, c.content_type, k.name AS category, c.category_id, c.is_published, c.is_featured,
                c.is_member_only, c.created_at, c.updated_at, c.published_at, c.publish_at, c.unpublish_at, c.visible_from,
                c.trashed_at,
                c.read_time, c.counted_read_time, c.thumbnail_url, c.tags, c.version,
                EXISTS (SELECT 1 FROM content_drafts d WHERE d.content_id = c.id) AS has_draft, r.state AS review
         FROM contents c LEFT JOIN categories k ON k.id = c.category_id
         LEFT JOIN content_reviews r ON r.content_id = c.id
         WHERE {} ORDER BY {}",
        tx.dialect().among("c.id", "$1"),
        order.replace("t.", "c.")
    );
    let contents = tx.query_as(&sql, &[Json::from(ids).to_string().into()])?;
    answer(&Page { contents, total, per_page: PER_PAGE })
}

/// Returns the source `t`: all contents, or those with the words.
fn source(tx: &Tx<'_>, words: &[String], wanted: &mut Conditions) -> String {
    if words.is_empty() {
        return "contents t".to_owned();
    }
    let found = tx.dialect().newest_with_words("contents");
    wanted.parameters = found.parameters(words, false, None, None, MAX_CANDIDATES);
    format!(
        "(SELECT t.* FROM {} WHERE {} AND {} ORDER BY {} LIMIT $4) t",
        found.source, found.condition, found.has_all, found.order
    )
}

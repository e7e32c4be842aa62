//! Drafts: changes being written and not saved yet. Every save names the versions of the draft and the content it
//! started from. If either has changed, nothing is written and the answer holds the stored fields.

use ateneu_base::Record;
use ateneu_data::{Call, Error};
use ateneu_db::{Row, Tx, json_column};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{read_time, refused::Refused, row::record_of};

/// Bytes of all fields together; the text alone may have 500,000 characters.
const MAX_BYTES: usize = 2_500_000;
/// Characters of a title.
const MAX_TITLE_LENGTH: usize = 300;

/// Versions that a save started from.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    version: i64,
    content_version: i64,
}

impl Base {
    pub fn of(call: &Call) -> Self {
        let given = |name: &str| call.arguments.get(name).and_then(Json::as_i64).unwrap_or_default();
        Self { version: given("version"), content_version: given("content_version") }
    }
}

/// A stored draft.
#[derive(Deserialize)]
pub struct Draft {
    version: i64,
    /// The fields of the form.
    #[serde(deserialize_with = "json_column")]
    pub fields: Record,
    author_id: Option<String>,
    pub saved_at: String,
    counted_read_time: Option<String>,
}

impl Draft {
    /// The draft of a content, if there is one.
    pub fn find(tx: &mut Tx<'_>, content: &str, lock: &str) -> Result<Option<Self>, Error> {
        let sql = format!("SELECT * FROM content_drafts WHERE content_id = $1{lock}");
        Ok(tx.query_optional_as(&sql, &[content.into()])?)
    }
}

/// Result of a save.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// The version of the draft now; 0 where there is none.
    version: i64,
    /// The version of the content now; 0 where there is none.
    content_version: i64,
    saved_at: Option<String>,
    /// True where somebody else saved meanwhile and nothing was written.
    clash: bool,
    /// The fields as they are on the server: after a clash or a restored revision.
    pub fields: Option<Json>,
    /// Author of the stored fields.
    author_id: Option<String>,
    /// Time that the text of the draft takes to read.
    counted_read_time: Option<String>,
}

/// Returns the stored fields if they differ from what a save started from, else `None`.
pub fn clash(tx: &mut Tx<'_>, id: &str, base: Base) -> Result<Option<Answer>, Error> {
    let lock = tx.dialect().for_update();
    let content = tx.query_optional(&format!("SELECT * FROM contents WHERE id = $1{lock}"), &[id.into()])?;
    let draft = Draft::find(tx, id, lock)?;
    let content_version = content.as_ref().and_then(|row| row.int("version")).unwrap_or_default();
    let version = draft.as_ref().map_or(0, |draft| draft.version);
    let is_other_draft = version != base.version;
    if content_version == base.content_version && !is_other_draft {
        return Ok(None);
    }
    let stored = |column: &str| content.as_ref()?.text(column).map(str::to_owned);
    let (fields, saved_at, author_id, counted_read_time) = match draft.filter(|_| is_other_draft) {
        Some(draft) => (draft.fields, Some(draft.saved_at), draft.author_id, draft.counted_read_time),
        None => {
            let fields = content.as_ref().map(form_of).unwrap_or_default();
            (fields, stored("updated_at"), stored("changed_by"), stored("counted_read_time"))
        }
    };
    let fields = Some(Json::Object(fields));
    Ok(Some(Answer { version, content_version, saved_at, clash: true, fields, author_id, counted_read_time }))
}

/// The fields of a content as somebody writes on: its draft, or else the saved content.
pub fn current(tx: &mut Tx<'_>, id: &str) -> Result<Record, Error> {
    if let Some(draft) = Draft::find(tx, id, "")? {
        return Ok(draft.fields);
    }
    let content = tx.query_optional("SELECT * FROM contents WHERE id = $1", &[id.into()])?;
    Ok(content.as_ref().map(form_of).unwrap_or_default())
}

/// The fields of the form that a revision holds: those of the text, not who may see it.
const FIELDS: [&str; 10] = [
    "title",
    "content_type",
    "category_id",
    "read_time",
    "description",
    "tags",
    "thumbnail_url",
    "body",
    "file_url",
    "external_link",
];

/// The fields of the form that no revision holds.
const OTHERS: [&str; 10] = [
    "slug",
    "seo_title",
    "seo_description",
    "is_featured",
    "is_published",
    "is_member_only",
    "publish_at",
    "unpublish_at",
    "entitlement",
    "visible_from",
];

/// A saved content as the form has it.
pub fn form_of(row: &Row) -> Record {
    let record = record_of(row);
    let mut fields = fields_of(&record);
    for name in OTHERS {
        let value = record.get(name).cloned().unwrap_or_default();
        fields.insert(name.to_owned(), if value.is_null() { Json::from("") } else { value });
    }
    fields
}

/// The fields of a revision out of a row or a draft. As in the form, an empty text is `""` in both.
pub fn fields_of(row: &Record) -> Record {
    let value = |name: &str| match row.get(name) {
        None | Some(Json::Null) if name == "tags" => Json::Array(Vec::new()),
        None | Some(Json::Null) => Json::from(""),
        Some(value) => value.clone(),
    };
    FIELDS.iter().map(|name| ((*name).to_owned(), value(name))).collect()
}

/// Writes the draft, over whatever draft is there.
pub fn store(tx: &mut Tx<'_>, call: &Call, id: &str, fields: Record, base: Base) -> Result<Answer, Error> {
    let title = fields.get("title").and_then(Json::as_str).unwrap_or_default();
    let title: String = title.chars().take(MAX_TITLE_LENGTH).collect();
    let counted_read_time = read_time::of_draft(&fields);
    let fields = Json::Object(fields);
    let text = fields.to_string();
    if text.len() > MAX_BYTES {
        return Err(Refused::DraftTooLong.into());
    }
    // Larger than every version before, also of a draft that was discarded.
    let version = call.now.micros().max(base.version + 1);
    tx.write(
        "INSERT INTO content_drafts (content_id, title, fields, version, content_version, author_id, created_at, saved_at,
             counted_read_time)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)
         ON CONFLICT (content_id) DO UPDATE SET title = excluded.title, fields = excluded.fields,
             version = excluded.version, content_version = excluded.content_version,
             author_id = excluded.author_id, saved_at = excluded.saved_at,
             counted_read_time = excluded.counted_read_time",
        &[
            id.into(),
            title.into(),
            text.into(),
            version.into(),
            base.content_version.into(),
            call.caller.user_id.as_deref().into(),
            call.now.into(),
            counted_read_time.as_deref().into(),
        ],
    )?;
    Ok(Answer {
        version,
        content_version: base.content_version,
        saved_at: Some(call.now.to_string()),
        clash: false,
        fields: Some(fields),
        author_id: call.caller.user_id.clone(),
        counted_read_time,
    })
}

//! Drafts: unsaved changes. A save names the versions of the draft and the content that it started from. If either has
//! changed, it writes nothing and returns the stored fields.

use ateneu_base::{Entitlement, Record, Timestamp, Value};
use ateneu_data::{Call, Error};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, TableRow};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::{content_type::ContentType, read_time, refused::Refused};

/// Maximum bytes of all fields together. The text alone may have 500,000 characters.
const MAX_BYTES: usize = 2_500_000;
/// Maximum length of a title in characters.
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
#[derive(Clone, PartialEq, TableRow)]
#[table("content_drafts")]
pub struct Draft {
    #[key]
    content_id: String,
    /// Fields of the form.
    pub fields: AsJson<Record>,
    version: i64,
    pub content_version: i64,
    author_id: Option<String>,
    pub saved_at: Timestamp,
    counted_read_time: Option<String>,
}

impl Draft {
    /// Finds the draft of a content, if there is one.
    pub fn find(tx: &mut Tx<'_>, content: &str, lock: &str) -> Result<Option<Self>, Error> {
        Ok(tx.row(&format!("WHERE content_id = $1{lock}"), &[content.into()])?)
    }
}

/// A stored content, with the columns of the form, its revisions and the preview.
#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
pub struct Content {
    pub id: String,
    title: String,
    content_type: ContentType,
    category_id: Option<String>,
    read_time: Option<String>,
    description: Option<String>,
    tags: Vec<String>,
    thumbnail_url: Option<String>,
    body: Option<String>,
    file_url: Option<String>,
    external_link: Option<String>,
    pub slug: Option<String>,
    seo_title: Option<String>,
    seo_description: Option<String>,
    preheader: Option<String>,
    is_featured: bool,
    pub is_published: bool,
    is_member_only: bool,
    publish_at: Option<Timestamp>,
    unpublish_at: Option<Timestamp>,
    entitlement: Entitlement,
    visible_from: Option<Timestamp>,
    version: i64,
    counted_read_time: Option<String>,
    changed_by: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub published_at: Option<Timestamp>,
    pub trashed_at: Option<Timestamp>,
}

impl Content {
    pub fn find(tx: &mut Tx<'_>, id: &str, lock: &str) -> Result<Option<Self>, Error> {
        Ok(tx.row(&format!("WHERE id = $1{lock}"), &[id.into()])?)
    }

    /// Returns the fields of the form. An empty text is `""`.
    pub fn form(&self) -> Record {
        let fields = Self::FIELDS.iter().zip(self.values());
        let fields =
            fields.filter(|(field, _)| TEXT.contains(&field.column) || OTHERS.contains(&field.column));
        let value = |value: Value| if value.is_null() { "".into() } else { value };
        fields.map(|(field, stored)| (field.column.to_owned(), field.kind.json(&value(stored)))).collect()
    }
}

/// Result of a save.
#[derive(Serialize, JsonSchema)]
pub struct Answer {
    /// Present version of the draft. 0 without one.
    version: i64,
    /// Present version of the content. 0 without one.
    content_version: i64,
    saved_at: Option<Timestamp>,
    /// True if somebody else has saved meanwhile and nothing was written.
    clash: bool,
    /// Stored fields, after a clash or a restored revision.
    pub fields: Option<Json>,
    /// Author of the stored fields.
    author_id: Option<String>,
    /// Reading time of the draft's text.
    counted_read_time: Option<String>,
}

/// Returns the stored fields if they differ from what a save started from, else `None`.
pub fn clash(tx: &mut Tx<'_>, id: &str, base: Base) -> Result<Option<Answer>, Error> {
    let lock = tx.dialect().for_update();
    let content = Content::find(tx, id, lock)?;
    let draft = Draft::find(tx, id, lock)?;
    let content_version = content.as_ref().map_or(0, |content| content.version);
    let version = draft.as_ref().map_or(0, |draft| draft.version);
    let is_other_draft = version != base.version;
    if content_version == base.content_version && !is_other_draft {
        return Ok(None);
    }
    let (fields, saved_at, author_id, counted_read_time) = match (draft.filter(|_| is_other_draft), content) {
        (Some(draft), _) => (draft.fields.0, Some(draft.saved_at), draft.author_id, draft.counted_read_time),
        (None, Some(content)) => {
            (content.form(), Some(content.updated_at), content.changed_by, content.counted_read_time)
        }
        (None, None) => Default::default(),
    };
    let fields = Some(Json::Object(fields));
    Ok(Some(Answer { version, content_version, saved_at, clash: true, fields, author_id, counted_read_time }))
}

/// Returns the latest fields of a content: its draft, or else the saved content.
pub fn current(tx: &mut Tx<'_>, id: &str) -> Result<Record, Error> {
    if let Some(draft) = Draft::find(tx, id, "")? {
        return Ok(draft.fields.0);
    }
    Ok(Content::find(tx, id, "")?.map(|content| content.form()).unwrap_or_default())
}

/// Fields of the form that a revision holds: text, not audience.
const TEXT: [&str; 11] = [
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
    "preheader",
];

/// Fields of the form that no revision holds.
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

/// Returns the fields of a form that a revision holds. An empty text is `""`.
pub fn fields_of(form: &Record) -> Record {
    let value = |name: &str| match form.get(name) {
        None | Some(Json::Null) if name == "tags" => json!([]),
        None | Some(Json::Null) => json!(""),
        Some(value) => value.clone(),
    };
    TEXT.iter().map(|name| ((*name).to_owned(), value(name))).collect()
}

/// Stores the draft of the call's person, replacing an earlier one.
pub fn store(tx: &mut Tx<'_>, call: &Call, id: &str, fields: Record, base: Base) -> Result<Answer, Error> {
    store_by(tx, (call.caller.user_id.as_deref(), call.now), id, fields, base)
}

/// Stores the first draft of a content that is not created yet, without an author.
pub fn create(tx: &mut Tx<'_>, id: &str, fields: Record, now: Timestamp) -> Result<(), Error> {
    store_by(tx, (None, now), id, fields, Base { version: 0, content_version: 0 }).map(drop)
}

fn store_by(
    tx: &mut Tx<'_>,
    (author, now): (Option<&str>, Timestamp),
    id: &str,
    fields: Record,
    base: Base,
) -> Result<Answer, Error> {
    let title = fields.get("title").and_then(Json::as_str).unwrap_or_default();
    let title: String = title.chars().take(MAX_TITLE_LENGTH).collect();
    let counted_read_time = read_time::of_draft(&fields);
    let fields = Json::Object(fields);
    let text = fields.to_string();
    if text.len() > MAX_BYTES {
        return Err(Refused::DraftTooLong.into());
    }
    // Larger than all earlier versions, also of a discarded draft.
    let version = now.micros().max(base.version + 1);
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
            author.into(),
            now.into(),
            counted_read_time.as_deref().into(),
        ],
    )?;
    Ok(Answer {
        version,
        content_version: base.content_version,
        saved_at: Some(now),
        clash: false,
        fields: Some(fields),
        author_id: author.map(str::to_owned),
        counted_read_time,
    })
}

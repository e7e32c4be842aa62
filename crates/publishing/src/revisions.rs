//! Earlier texts of contents. A revision is recorded on publication, on restoring, and at most every ten minutes of
//! editing.

use std::time::Duration;

use ateneu_base::{Record, Timestamp, fold, ids};
use ateneu_data::{Argument, Call, Error, Procedure, Write, answer};
use ateneu_db::{Tx, json_column};
use ateneu_schema::{Kind as Type, rule::writer};
use serde::Deserialize;
use serde_json::Value as Json;

use crate::{
    draft::{self, Answer, Base, fields_of},
    refused::Refused,
};

/// Editing within so much time is one revision.
const ONE_EDIT: Duration = Duration::from_mins(10);
/// Number of the newest revisions that are kept, beside every published one.
const KEPT: i64 = 50;

/// Reason why a revision was recorded.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The words became public.
    Publish,
    /// The words were brought back.
    Restore,
    /// The words were edited.
    Edit,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Publish => "publish",
            Self::Restore => "restore",
            Self::Edit => "edit",
        }
    }
}

/// A stored revision.
#[derive(Deserialize)]
struct Revision {
    id: String,
    content_id: String,
    kind: Kind,
    #[serde(deserialize_with = "json_column")]
    fields: Record,
    author_id: Option<String>,
    created_at: Timestamp,
}

/// Records the fields of a content, unless the newest revision holds the same.
pub fn record(
    tx: &mut Tx<'_>,
    write: &Write<'_>,
    content: &str,
    kind: Kind,
    fields: &Record,
) -> Result<(), Error> {
    let words = fold::fold_html(fields.get("body").and_then(Json::as_str).unwrap_or_default());
    let words = i64::try_from(words.split(' ').filter(|word| !word.is_empty()).count()).unwrap_or(i64::MAX);
    let author = write.caller.user_id.as_deref();
    let newest: Option<Revision> = tx.query_optional_as(
        "SELECT * FROM content_revisions WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1",
        &[content.into()],
    )?;
    let text = Json::Object(fields.clone()).to_string();
    let is_first = newest.is_none();
    if let Some(newest) = newest {
        // PostgreSQL keeps the members of an object in an order of its own.
        let is_same = newest.fields == *fields;
        if kind == Kind::Edit && is_same {
            return Ok(());
        }
        let is_recent = newest.created_at + ONE_EDIT > write.now;
        let goes_on = newest.kind == Kind::Edit && newest.author_id.as_deref() == author && is_recent;
        if goes_on && (kind == Kind::Edit || is_same) {
            tx.write(
                "UPDATE content_revisions SET kind = $2, fields = $3, words = $4, changed_at = $5 WHERE id = $1",
                &[
                    newest.id.into(),
                    kind.name().into(),
                    text.into(),
                    words.into(),
                    write.now.into(),
                ],
            )?;
            return Ok(());
        }
    }
    tx.write(
        "INSERT INTO content_revisions (id, content_id, kind, fields, words, author_id, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
        &[
            ids::row_id(write.now).into(),
            content.into(),
            kind.name().into(),
            text.into(),
            words.into(),
            author.into(),
            write.now.into(),
        ],
    )?;
    if !is_first {
        tx.write(
            "DELETE FROM content_revisions WHERE content_id = $1 AND kind <> 'publish' AND id NOT IN (
                 SELECT id FROM content_revisions WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
            &[content.into(), KEPT.into()],
        )?;
    }
    Ok(())
}

/// Removes what was kept of a content that is gone.
pub fn forget(tx: &mut Tx<'_>, content: &str) -> Result<(), Error> {
    tx.write("DELETE FROM content_drafts WHERE content_id = $1", &[content.into()])?;
    tx.write("DELETE FROM content_revisions WHERE content_id = $1", &[content.into()])?;
    tx.write("DELETE FROM content_review_links WHERE content_id = $1", &[content.into()])?;
    Ok(())
}

/// Puts the words of a revision into the draft of its content, and records them as a new revision. What stood there
/// before is recorded, too. The public words change only when the draft is saved.
pub fn procedure() -> Procedure {
    Procedure::writes::<Answer>(
        "restore_content_revision",
        [
            Argument::required("revision_id", Type::Uuid),
            Argument::required("version", Type::Int),
            Argument::required("content_version", Type::Int),
        ],
        writer(),
        restore,
    )
}

fn restore(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    call.records_itself();
    let found = tx.query_optional_as(
        "SELECT * FROM content_revisions WHERE id = $1",
        &[call.text("revision_id").into()],
    )?;
    let Revision { content_id: content, fields: old, .. } = found.ok_or(Refused::RevisionNotFound)?;
    let base = Base::of(call);
    if let Some(clash) = draft::clash(tx, &content, base)? {
        return answer(&clash);
    }
    let now = draft::current(tx, &content)?;
    let write = Write { caller: &call.caller, now: call.now, old: None };
    record(tx, &write, &content, Kind::Edit, &fields_of(&now))?;
    record(tx, &write, &content, Kind::Restore, &old)?;
    let mut fields = now;
    fields.extend(old);
    let saved = draft::store(tx, call, &content, fields, base)?;
    answer(&saved)
}

//! Earlier texts of contents. A revision is recorded on publication, on restoring, and at most every ten minutes of
//! editing.

use std::time::Duration;

use ateneu_base::{Caller, Record, Timestamp, fold, ids};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer};
use ateneu_db::Tx;
use ateneu_schema::{AsJson, Kind, TableRow, rule::writer};
use serde_json::Value as Json;

use crate::{
    draft::{self, Answer, Base, Content, fields_of},
    refused::Refused,
    tables::RevisionKind,
};

/// Time within which edits belong to one revision.
const ONE_EDIT: Duration = Duration::from_mins(10);
/// Number of newest revisions that are kept, beside all published ones.
const KEPT: i64 = 50;

/// A stored revision.
#[derive(Clone, PartialEq, TableRow)]
#[table("content_revisions")]
struct Revision {
    #[key]
    id: String,
    content_id: String,
    kind: RevisionKind,
    fields: AsJson<Record>,
    words: i64,
    author_id: Option<String>,
    created_at: Timestamp,
    changed_at: Timestamp,
}

/// Returns the trigger that records the text of a saved content, and removes the revisions of a deleted one.
pub fn trigger() -> Trigger {
    Trigger::on::<Content>().after(after)
}

fn after(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: Option<&Content>) -> Result<(), Error> {
    let Some(new) = new else { return write.old.map_or(Ok(()), |old| forget(tx, &old.id)) };
    let text = |content: &Content| fields_of(&content.form());
    let fields = text(new);
    let is_changed = write.old.map(text).as_ref() != Some(&fields);
    let was_published = write.old.is_some_and(|old| old.is_published);
    let kind = match new.is_published {
        true if is_changed || !was_published => RevisionKind::Publish,
        false if is_changed => RevisionKind::Edit,
        _ => return Ok(()),
    };
    record(tx, (write.caller, write.now), &new.id, kind, fields)
}

/// Records the fields of a content, unless the newest revision holds the same.
pub fn record(
    tx: &mut Tx<'_>,
    (caller, now): (&Caller, Timestamp),
    content: &str,
    kind: RevisionKind,
    fields: Record,
) -> Result<(), Error> {
    let words = fold::fold_html(fields.get("body").and_then(Json::as_str).unwrap_or_default());
    let words = i64::try_from(words.split(' ').filter(|word| !word.is_empty()).count()).unwrap_or(i64::MAX);
    let newest = "WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1";
    let newest = tx.row::<Revision>(newest, &[content.into()])?;
    let revision = Revision {
        id: ids::row_id(now),
        content_id: content.to_owned(),
        kind,
        fields: AsJson(fields),
        words,
        author_id: caller.user_id.clone(),
        created_at: now,
        changed_at: now,
    };
    let is_first = newest.is_none();
    if let Some(Revision { id, fields, created_at, kind: former, author_id, .. }) = newest {
        // PostgreSQL stores the members of an object in its own order.
        let is_same = fields == revision.fields;
        if kind == RevisionKind::Edit && is_same {
            return Ok(());
        }
        let is_recent = created_at + ONE_EDIT > now;
        let goes_on = former == RevisionKind::Edit && author_id == revision.author_id && is_recent;
        if goes_on && (kind == RevisionKind::Edit || is_same) {
            tx.update(&Revision { id, created_at, ..revision })?;
            return Ok(());
        }
    }
    tx.insert(&revision)?;
    if !is_first {
        tx.write(
            "DELETE FROM content_revisions WHERE content_id = $1 AND kind <> 'publish' AND id NOT IN (
                 SELECT id FROM content_revisions WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
            &[content.into(), KEPT.into()],
        )?;
    }
    Ok(())
}

/// Removes drafts and revisions of a deleted content.
pub fn forget(tx: &mut Tx<'_>, content: &str) -> Result<(), Error> {
    tx.write("DELETE FROM content_drafts WHERE content_id = $1", &[content.into()])?;
    tx.write("DELETE FROM content_revisions WHERE content_id = $1", &[content.into()])?;
    tx.write("DELETE FROM content_review_links WHERE content_id = $1", &[content.into()])?;
    Ok(())
}

/// Declares the procedure that copies a revision into the draft of its content, and records it as a new revision. The
/// replaced text is recorded, too. The public text changes when the draft is saved.
pub fn procedure() -> Procedure {
    Procedure::writes::<Answer>(
        "restore_content_revision",
        [
            Argument::required("revision_id", Kind::Uuid),
            Argument::required("version", Kind::Int),
            Argument::required("content_version", Kind::Int),
        ],
        writer(),
        restore,
    )
}

fn restore(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    call.records_itself();
    let found = tx.row("WHERE id = $1", &[call.text("revision_id").into()])?;
    let Revision { content_id: content, fields: AsJson(old), .. } = found.ok_or(Refused::RevisionNotFound)?;
    let base = Base::of(call);
    if let Some(clash) = draft::clash(tx, &content, base)? {
        return answer(&clash);
    }
    let now = draft::current(tx, &content)?;
    let by = (&call.caller, call.now);
    record(tx, by, &content, RevisionKind::Edit, fields_of(&now))?;
    record(tx, by, &content, RevisionKind::Restore, old.clone())?;
    let mut fields = now;
    fields.extend(old);
    let saved = draft::store(tx, call, &content, fields, base)?;
    answer(&saved)
}

//! Review before publication (decision 0075): rights to publish, requests for review, and comments on a content.

use std::collections::BTreeMap;

use ateneu_base::{Caller, Record, Timestamp, ids, person_names};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer};
use ateneu_db::Tx;
use ateneu_schema::{
    Kind, Rule, TableRow,
    rule::{publishes, writer},
};
use serde_json::{Value as Json, json};

use crate::{draft::Content, refused::Refused, tables::MAX_COMMENT_LENGTH};

/// Maximum number of comments on a content.
const MAX_COMMENTS: i64 = 200;

/// Maximum number of people in a request for names.
const MAX_NAMES: usize = 200;

/// Fields of the form about publication.
const PUBLICATION: [&str; 4] = ["is_published", "publish_at", "unpublish_at", "visible_from"];

/// Author and publication of a content.
#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct State {
    id: String,
    author_id: Option<String>,
    is_published: bool,
    publish_at: Option<Timestamp>,
    unpublish_at: Option<Timestamp>,
    published_at: Option<Timestamp>,
    trashed_at: Option<Timestamp>,
}

impl State {
    fn is_settled(&self) -> bool {
        self.is_published || self.publish_at.is_some() || self.trashed_at.is_some()
    }
}

#[derive(Clone, PartialEq, TableRow)]
#[table("content_drafts")]
struct Draft {
    content_id: String,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("content_comments")]
struct Comment {
    id: String,
    content_id: String,
    author_id: Option<String>,
    body: String,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
    resolved_by: Option<String>,
}

pub fn triggers() -> [Trigger; 3] {
    [
        Trigger::on::<State>().before(check_author).after(end_review),
        Trigger::on::<Draft>().after(end_review_of_draft),
        Trigger::on::<Comment>().before(before_comment),
    ]
}

/// Removes fields of a draft that its author may not set: the next person could publish them unknowingly.
pub fn confine(tx: &mut Tx<'_>, caller: &Caller, content: &str, fields: &mut Record) -> Result<(), Error> {
    if may_publish(caller) {
        return Ok(());
    }
    let saved = Content::find(tx, content, "")?.map(|content| content.form()).unwrap_or_default();
    for name in PUBLICATION {
        if let Some(asked) = fields.get_mut(name) {
            let unset = if name == "is_published" { Json::Bool(false) } else { json!("") };
            *asked = saved.get(name).cloned().unwrap_or(unset);
        }
    }
    Ok(())
}

/// Returns `true` if the caller may change published contents.
pub fn may_publish(caller: &Caller) -> bool {
    publishes().for_caller(caller) == Rule::Anyone
}

/// Refuses writes that the rules of `contents` cannot: times of publication without the permission to publish, and
/// texts under another name.
///
/// # Errors
/// Fails with `publishing_not_allowed`, `author_not_allowed`.
fn check_author(_: &mut Tx<'_>, write: &Write<'_, State>, new: &mut State) -> Result<(), Error> {
    let Write { caller, old, .. } = *write;
    if caller.is_service() || caller.facts.admin {
        return Ok(());
    }
    if new.author_id != *old.map_or(&caller.user_id, |old| &old.author_id) {
        return Err(Refused::AuthorNotAllowed.into());
    }
    if may_publish(caller) {
        return Ok(());
    }
    let times = |content: &State| [content.publish_at, content.unpublish_at, content.published_at];
    let was = old.map(times).unwrap_or_default();
    // A scheduled text counts as published.
    if was[0].is_some() || times(new) != was {
        return Err(Refused::PublishingNotAllowed.into());
    }
    Ok(())
}

/// Ends the review of a content that was published, scheduled or trashed.
fn end_review(tx: &mut Tx<'_>, write: &Write<'_, State>, new: Option<&State>) -> Result<(), Error> {
    if let (Some(old), Some(new)) = (write.old, new)
        && new.is_settled()
        && !old.is_settled()
    {
        tx.write("DELETE FROM content_reviews WHERE content_id = $1", &[(&new.id).into()])?;
    }
    Ok(())
}

/// Ends the review of a published content when its draft is removed, because the draft was under review.
fn end_review_of_draft(tx: &mut Tx<'_>, write: &Write<'_, Draft>, new: Option<&Draft>) -> Result<(), Error> {
    if let (Some(gone), None) = (write.old, new) {
        tx.write(
            "DELETE FROM content_reviews WHERE content_id = $1
               AND EXISTS (SELECT 1 FROM contents c WHERE c.id = $1 AND c.is_published)",
            &[(&gone.content_id).into()],
        )?;
    }
    Ok(())
}

/// Declares the procedure that requests a review.
pub fn request() -> Procedure {
    Procedure::writes::<()>(
        "request_content_review",
        [Argument::required("content_id", Kind::Uuid)],
        writer(),
        ask,
    )
}

fn ask(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let content = call.text("content_id").unwrap_or_default();
    // The author sees the outcome. The service key is no author.
    let author = call.caller.user_id.as_deref().ok_or(Refused::NotSignedIn)?;
    let lock = tx.dialect().for_update();
    let found: Option<(bool, bool)> = tx.query_optional_as(
        &format!(
            "SELECT is_published OR publish_at IS NOT NULL,
                 EXISTS (SELECT 1 FROM content_drafts d WHERE d.content_id = contents.id)
             FROM contents WHERE id = $1 AND trashed_at IS NULL{lock}"
        ),
        &[content.into()],
    )?;
    let (is_settled, has_draft) = found.ok_or(Refused::ContentNotFound)?;
    if is_settled && !has_draft {
        return Err(Refused::NothingToReview.into());
    }
    tx.write(
        "INSERT INTO content_reviews (content_id, state, author_id, requested_at, changed_at)
         VALUES ($1, 'waiting', $2, $3, $3)
         ON CONFLICT (content_id) DO UPDATE SET state = 'waiting', author_id = excluded.author_id,
             requested_at = excluded.requested_at, changed_at = excluded.changed_at",
        &[content.into(), author.into(), call.now.into()],
    )?;
    Ok(Json::Null)
}

/// Declares the procedure that returns a content from review, with a comment on the reason.
pub fn send_back() -> Procedure {
    Procedure::writes::<()>(
        "return_content_review",
        [Argument::required("content_id", Kind::Uuid), Argument::required("comment", Kind::Text)],
        publishes(),
        give_back,
    )
}

fn give_back(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let content = call.text("content_id").unwrap_or_default();
    let comment = call.text("comment").unwrap_or_default().trim();
    if comment.is_empty() {
        return Err(Refused::CommentMissing.into());
    }
    if comment.chars().count() > MAX_COMMENT_LENGTH {
        return Err(Refused::CommentTooLong.into());
    }
    let sent = tx.write(
        "UPDATE content_reviews SET state = 'returned', changed_at = $2 WHERE content_id = $1 AND state = 'waiting'",
        &[content.into(), call.now.into()],
    )?;
    if sent.is_empty() {
        return Err(Refused::ReviewNotWaiting.into());
    }
    make_room(tx, content)?;
    tx.insert(&Comment {
        id: ids::row_id(call.now),
        content_id: content.to_owned(),
        author_id: call.caller.user_id.clone(),
        body: comment.to_owned(),
        created_at: call.now,
        resolved_at: None,
        resolved_by: None,
    })?;
    Ok(Json::Null)
}

/// Removes the oldest comments beyond the maximum, so that a return never fails for them.
fn make_room(tx: &mut Tx<'_>, content: &str) -> Result<(), Error> {
    tx.write(
        "DELETE FROM content_comments WHERE content_id = $1 AND id NOT IN (
             SELECT id FROM content_comments WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
        &[content.into(), (MAX_COMMENTS - 1).into()],
    )?;
    Ok(())
}

/// Limits the number of comments, and records author and time of a resolution.
fn before_comment(tx: &mut Tx<'_>, write: &Write<'_, Comment>, new: &mut Comment) -> Result<(), Error> {
    let Some(old) = write.old else {
        // Concurrent comments are counted one after the other.
        tx.lock(LOCK)?;
        let sql = "SELECT count(*) FROM content_comments WHERE content_id = $1";
        let count: i64 = tx.query_one_as(sql, &[(&new.content_id).into()])?;
        return if count < MAX_COMMENTS { Ok(()) } else { Err(Refused::TooManyComments.into()) };
    };
    let is_resolved = new.resolved_at.is_some();
    if old.resolved_at.is_some() == is_resolved {
        new.resolved_at = old.resolved_at;
    } else {
        new.resolved_at = is_resolved.then_some(write.now);
        new.resolved_by = write.caller.user_id.clone().filter(|_| is_resolved);
    }
    Ok(())
}

const LOCK: &str = "comments of contents";

/// Declares the procedure that returns the names of people who work on contents: editors cannot read members' profiles.
pub fn names() -> Procedure {
    Procedure::reads::<BTreeMap<String, String>>(
        "writer_names",
        [Argument::required("ids", Kind::Json)],
        writer(),
        name,
    )
}

fn name(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let ids = call.arguments.get("ids").cloned().unwrap_or(Json::Null);
    let mut ids: Vec<String> = serde_json::from_value(ids).map_err(|_| Refused::InvalidIds)?;
    ids.truncate(MAX_NAMES);
    let rows = tx.query(
        &format!(
            "SELECT u.id, u.user_metadata, p.display_name FROM users u
             LEFT JOIN member_profiles p ON p.user_id = u.id
             WHERE {} AND u.deleted_at IS NULL
               AND EXISTS (SELECT 1 FROM user_roles r WHERE r.user_id = u.id AND r.role IN ('admin', 'editor'))",
            tx.dialect().among("u.id", "$1")
        ),
        &[Json::from(ids).to_string().into()],
    )?;
    let mut found = BTreeMap::new();
    for row in &rows {
        let given: Record = row.json("user_metadata")?.unwrap_or_default();
        if let (Some(id), Some(name)) =
            (row.text("id"), person_names(row.text("display_name"), &given).next())
        {
            found.insert(id.to_owned(), name);
        }
    }
    answer(&found)
}

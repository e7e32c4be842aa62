//! Review before publication (decision 0075): who may publish, requests for review, and the comments beside a content.

use std::collections::BTreeMap;

use ateneu_base::{Caller, Record, ids, person_names};
use ateneu_data::{Argument, Call, Error, Procedure, Trigger, Write, answer, text_of, truth_of};
use ateneu_db::Tx;
use ateneu_schema::{
    Kind, Rule,
    rule::{publishes, writer},
};
use serde_json::Value as Json;

use crate::{draft, refused::Refused, row::instant, tables::MAX_COMMENT_LENGTH};

/// Comments of one content.
const MAX_COMMENTS: i64 = 200;

/// People whose names are asked for at once.
const MAX_NAMES: usize = 200;

/// Time at which a content is published, as the form has it.
const PUBLICATION: [&str; 4] = ["is_published", "publish_at", "unpublish_at", "visible_from"];

/// Keeps a draft from asking for more than its author may: the person who saves it later could publish unknowingly.
pub fn confine(tx: &mut Tx<'_>, caller: &Caller, content: &str, fields: &mut Record) -> Result<(), Error> {
    if may_publish(caller) {
        return Ok(());
    }
    let saved = tx.query_optional("SELECT * FROM contents WHERE id = $1", &[content.into()])?;
    let saved = saved.as_ref().map(draft::form_of).unwrap_or_default();
    for name in PUBLICATION {
        if let Some(asked) = fields.get_mut(name) {
            let unset = if name == "is_published" { Json::Bool(false) } else { Json::from("") };
            *asked = saved.get(name).cloned().unwrap_or(unset);
        }
    }
    Ok(())
}

/// Returns `true` if this caller may change what readers see.
pub fn may_publish(caller: &Caller) -> bool {
    publishes().for_caller(caller) == Rule::Anyone
}

/// Refuses what the rules of `contents` cannot: times of publication without the permission to publish, and texts under
/// another name.
///
/// # Errors
/// Fails with `publishing_not_allowed`, `author_not_allowed`.
pub fn before(write: &Write<'_>, new: &Record) -> Result<(), Error> {
    let Write { caller, old, .. } = *write;
    if caller.is_service() || caller.facts.admin {
        return Ok(());
    }
    let author = match old {
        Some(old) => text_of(old, "author_id"),
        None => caller.user_id.as_deref(),
    };
    if text_of(new, "author_id") != author {
        return Err(Refused::AuthorNotAllowed.into());
    }
    if may_publish(caller) {
        return Ok(());
    }
    let was = |column: &str| old.and_then(|old| instant(old, column));
    // A scheduled text is as good as published.
    let is_scheduled = was("publish_at").is_some();
    let changes = |column: &&str| instant(new, column) != was(column);
    if is_scheduled || ["publish_at", "unpublish_at", "published_at"].iter().any(changes) {
        return Err(Refused::PublishingNotAllowed.into());
    }
    Ok(())
}

/// A content that was published, scheduled or thrown away waits for no review any more.
pub fn after(tx: &mut Tx<'_>, write: &Write<'_>, new: &Record) -> Result<(), Error> {
    let is_settled = |row: &Record| {
        truth_of(row, "is_published")
            || instant(row, "publish_at").is_some()
            || instant(row, "trashed_at").is_some()
    };
    if is_settled(new) && write.old.is_some_and(|old| !is_settled(old)) {
        tx.write("DELETE FROM content_reviews WHERE content_id = $1", &[text_of(new, "id").into()])?;
    }
    Ok(())
}

/// Removes the review of a published content with its draft: the draft was reviewed, and without it nothing waits.
pub fn of_drafts() -> Trigger {
    Trigger::of("content_drafts").after_record(|tx, write, new| {
        let Some(gone) = write.old.filter(|_| new.is_none()) else { return Ok(()) };
        tx.write(
            "DELETE FROM content_reviews WHERE content_id = $1
               AND EXISTS (SELECT 1 FROM contents c WHERE c.id = $1 AND c.is_published)",
            &[text_of(gone, "content_id").into()],
        )?;
        Ok(())
    })
}

/// Marks a content as waiting for review.
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
    // The person who asks sees what comes of it: the service key is nobody.
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

/// Sends a content that waits for review back, with a comment that says why.
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
    tx.write(
        "INSERT INTO content_comments (id, content_id, author_id, body, created_at) VALUES ($1, $2, $3, $4, $5)",
        &[
            ids::row_id(call.now).into(),
            content.into(),
            call.caller.user_id.as_deref().into(),
            comment.into(),
            call.now.into(),
        ],
    )?;
    Ok(Json::Null)
}

/// Removes the oldest comments where there are too many: sending back never fails for them.
fn make_room(tx: &mut Tx<'_>, content: &str) -> Result<(), Error> {
    tx.write(
        "DELETE FROM content_comments WHERE content_id = $1 AND id NOT IN (
             SELECT id FROM content_comments WHERE content_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
        &[content.into(), (MAX_COMMENTS - 1).into()],
    )?;
    Ok(())
}

/// Limits the number of comments, and notes who resolved one and when.
pub fn comments() -> Trigger {
    Trigger::of("content_comments").before_record(|tx, write, new| {
        let Some(old) = write.old else {
            let content = text_of(new, "content_id");
            // Two people who write at once are counted one after the other.
            tx.lock(LOCK)?;
            let sql = "SELECT count(*) FROM content_comments WHERE content_id = $1";
            let count: i64 = tx.query_one_as(sql, &[content.into()])?;
            return if count < MAX_COMMENTS { Ok(()) } else { Err(Refused::TooManyComments.into()) };
        };
        let (was, is) = (!old["resolved_at"].is_null(), !new["resolved_at"].is_null());
        if was == is {
            new.insert("resolved_at".into(), old["resolved_at"].clone());
            return Ok(());
        }
        let (at, by) =
            (is.then(|| write.now.to_string()), is.then(|| write.caller.user_id.clone()).flatten());
        new.insert("resolved_at".into(), Json::from(at));
        new.insert("resolved_by".into(), Json::from(by));
        Ok(())
    })
}

const LOCK: &str = "comments of contents";

/// The names of people who work on contents, by id: editors read no profiles of members.
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

//! Consequences of a write to the tables of the community, in the same transaction.

use std::time::Duration;

use ateneu_base::{Record, Timestamp, Value, ids};
use ateneu_data::{Error, Trigger, Write, text_of, truth_of};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::{
    activity, channels, lesson_topics, links, moderation, notices, pictures,
    refused::Refused,
    row::field,
    sanctions::{refuse_banned, refuse_silenced},
};

/// Time for which the author may edit a post or a comment.
const EDITABLE: Duration = Duration::from_hours(24);
/// Time for which an edit leaves no mark.
const UNMARKED: Duration = Duration::from_mins(5);
/// Former versions of one text.
const MAX_REVISIONS: i64 = 100;

pub fn triggers() -> Vec<Trigger> {
    vec![
        Trigger::of("community_posts")
            .of_caller(refuse_banned)
            .before_record(before_post)
            .after_record(after_post),
        Trigger::of("community_comments")
            .of_caller(refuse_banned)
            .before_record(before_comment)
            .after_record(after_comment),
        Trigger::of("community_likes")
            .of_caller(refuse_banned)
            .before_record(|_, write, _| refuse_silenced(write.caller))
            .after_record(after_like),
        Trigger::of("community_comment_likes")
            .of_caller(refuse_banned)
            .before_record(check_liked_comment)
            .after_record(after_like),
        Trigger::of("community_drafts").before_record(refuse_older_draft),
        Trigger::of("contents").after_record(after_content),
        Trigger::of("courses").after_record(lesson_topics::follow_course),
        Trigger::of("lessons").after_record(lesson_topics::follow_lesson),
    ]
}

fn before_post(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    links::show(tx, write, new)?;
    match write.old {
        Some(old) => {
            edit(tx, write, old, new, "post_id")?;
            channels::check_move(tx, write, old, new)?;
            pictures::move_along(tx, write, old, new)
        }
        None => {
            lesson_topics::set_entitlement(tx, write.caller, new)?;
            let created = new.get("created_at").cloned().unwrap_or_default();
            new.insert("last_activity_at".into(), created);
            moderation::screen(tx, write, "community_posts", new)
        }
    }
}

fn before_comment(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    links::show(tx, write, new)?;
    match write.old {
        Some(old) => {
            edit(tx, write, old, new, "comment_id")?;
            accept(tx, old, new)
        }
        None => {
            answer_beside(tx, new)?;
            moderation::screen(tx, write, "community_comments", new)
        }
    }
}

/// Keeps the former words, marks the edit and refuses one that comes too late.
fn edit(
    tx: &mut Tx<'_>,
    write: &Write<'_>,
    old: &Record,
    new: &mut Record,
    key: &'static str,
) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    note_hiding(old, new);
    let is_changed = |columns: &[&str]| columns.iter().any(|column| old.get(*column) != new.get(*column));
    let words = is_changed(&["title", "content"]);
    if write.caller.is_service() || !(words || is_changed(&["tags"])) {
        return Ok(());
    }
    let created = Timestamp::parse(field(old, "created_at")).unwrap_or(write.now);
    if words && write.now > created + EDITABLE {
        return Err(Refused::EditTimeOver.into());
    }
    let table = if key == "post_id" { "community_posts" } else { "community_comments" };
    moderation::screen(tx, write, table, new)?;
    if !words || write.now <= created + UNMARKED {
        return Ok(());
    }
    new.insert("edited_at".into(), Json::from(write.now.to_string()));
    let stored = format!("SELECT count(*) FROM community_revisions WHERE {key} = $1");
    let stored: i64 = tx.query_one_as(&stored, &[text_of(old, "id").into()])?;
    if stored >= MAX_REVISIONS {
        return Err(Error::sql("54000", format!("a text is edited {MAX_REVISIONS} times at most")));
    }
    let sql = format!(
        "INSERT INTO community_revisions (id, {key}, author_id, title, content, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)"
    );
    let value = |column: &str| Value::from(text_of(old, column));
    let id = ids::row_id(write.now);
    tx.write(
        &sql,
        &[id.into(), value("id"), value("author_id"), value("title"), value("content"), write.now.into()],
    )?;
    Ok(())
}

/// A text that the service key hides or shows.
fn note_hiding(old: &Record, new: &mut Record) {
    if truth_of(old, "is_hidden") != truth_of(new, "is_hidden") {
        let because = if truth_of(new, "is_hidden") { Json::from("staff") } else { Json::Null };
        new.insert("hidden_because".into(), because);
    }
}

/// One comment of a post is accepted at most: the former one is not any more.
fn accept(tx: &mut Tx<'_>, old: &Record, new: &Record) -> Result<(), Error> {
    if is_accepted_now(old, new) {
        tx.write(
            "UPDATE community_comments SET is_accepted = FALSE WHERE post_id = $1 AND is_accepted",
            &[text_of(new, "post_id").into()],
        )?;
    }
    Ok(())
}

/// A comment answers one of the same post. An answer to an answer stands beside it.
fn answer_beside(tx: &mut Tx<'_>, new: &mut Record) -> Result<(), Error> {
    let Some(parent) = text_of(new, "parent_id") else { return Ok(()) };
    let found = tx.query_optional_as(
        "SELECT post_id, coalesce(parent_id, id) FROM community_comments WHERE id = $1 AND NOT is_hidden",
        &[parent.into()],
    )?;
    let found: Option<(String, String)> = found.filter(|(post, _)| post == field(new, "post_id"));
    let (_, root) = found.ok_or(Refused::CommentNotFound)?;
    new.insert("parent_id".into(), Json::from(root));
    Ok(())
}

fn after_post(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    if let Some(post) = new {
        pictures::store_pictures(tx, write, post, "post_id")?;
        links::store_links(tx, write, post, "post_id")?;
        moderation::open_for_hidden(tx, write, "post", post)?;
    }
    match (write.old, new) {
        // The server itself fills in data; nobody is notified of it.
        _ if write.caller.is_service() => Ok(()),
        (old, Some(post)) if !truth_of(post, "is_hidden") => match old {
            None => notices::of_post(tx, write, post),
            Some(old) if is_edited(old, post) => notices::of_edit(tx, write, old, post),
            Some(_) => Ok(()),
        },
        _ => Ok(()),
    }
}

fn after_comment(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    let Some(comment) = new else { return Ok(()) };
    pictures::store_pictures(tx, write, comment, "comment_id")?;
    links::store_links(tx, write, comment, "comment_id")?;
    moderation::open_for_hidden(tx, write, "comment", comment)?;
    let is_hidden = truth_of(comment, "is_hidden");
    activity::follow(tx, write.old, comment)?;
    match write.old {
        _ if write.caller.is_service() || is_hidden => Ok(()),
        None => notices::of_comment(tx, write, comment),
        Some(old) if is_accepted_now(old, comment) => notices::of_accepted(tx, write, comment),
        Some(old) if is_edited(old, comment) => notices::of_edit(tx, write, old, comment),
        Some(_) => Ok(()),
    }
}

fn after_like(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    if write.caller.is_service() {
        return Ok(());
    }
    match (write.old, new) {
        (None, Some(like)) => notices::of_like(tx, write, like, true),
        (Some(like), None) => notices::of_like(tx, write, like, false),
        _ => Ok(()),
    }
}

/// A content notifies of itself once it is published, and again once it is no longer kept for holders of early access.
fn after_content(tx: &mut Tx<'_>, write: &Write<'_>, new: Option<&Record>) -> Result<(), Error> {
    let is_published = |row: &Record| truth_of(row, "is_published");
    let is_early = |row: &Record| text_of(row, "visible_from").is_some();
    let Some(content) = new.filter(|content| is_published(content) && !write.caller.is_service()) else {
        return Ok(());
    };
    match write.old.filter(|old| is_published(old)) {
        None => notices::of_content(tx, write, content, false),
        Some(old) if is_early(old) && !is_early(content) => notices::of_content(tx, write, content, true),
        Some(_) => Ok(()),
    }
}

fn is_edited(old: &Record, new: &Record) -> bool {
    old.get("content") != new.get("content") && !truth_of(new, "is_deleted")
}

fn is_accepted_now(old: &Record, new: &Record) -> bool {
    truth_of(new, "is_accepted") && !truth_of(old, "is_accepted")
}

/// A liked comment belongs to the named post, whose rules were asked.
fn check_liked_comment(tx: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    let found = tx.query_optional(
        "SELECT id FROM community_comments WHERE id = $1 AND post_id = $2",
        &[text_of(new, "comment_id").into(), text_of(new, "post_id").into()],
    )?;
    found.map(drop).ok_or_else(|| Refused::CommentNotFound.into())
}

/// A state of a draft that was saved earlier never replaces a later one.
fn refuse_older_draft(_: &mut Tx<'_>, write: &Write<'_>, new: &mut Record) -> Result<(), Error> {
    let sequence = |row: &Record| row.get("sequence").and_then(Json::as_i64).unwrap_or_default();
    match write.old {
        Some(old) if sequence(old) > sequence(new) => Err(Refused::DraftIsOlder.into()),
        _ => Ok(()),
    }
}

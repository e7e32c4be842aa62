//! Consequences of a write to the tables of the community, in the same transaction.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_data::{Error, Trigger, Write};
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::{
    activity, channels, lesson_topics, links, moderation,
    notices::{self, Like},
    pictures,
    refused::Refused,
    rows::{Comment, Post, TextRow},
    sanctions::{refuse_banned, refuse_silenced},
    tables::moderation::HiddenBecause,
};

/// Time within which the author may edit a post or a comment.
const EDITABLE: Duration = Duration::from_hours(24);
/// Time within which an edit leaves no mark.
const UNMARKED: Duration = Duration::from_mins(5);
/// Maximum number of former versions of a text.
const MAX_REVISIONS: i64 = 100;

#[derive(Clone, PartialEq, TableRow)]
#[table("community_likes")]
struct PostLike {
    post_id: String,
    user_id: String,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("community_comment_likes")]
struct CommentLike {
    post_id: String,
    comment_id: String,
    user_id: String,
}

#[derive(Clone, PartialEq, TableRow)]
#[table("community_drafts")]
struct Draft {
    sequence: i64,
}

/// The type of contents without notices.
const LETTER: &str = "letter";

#[derive(Clone, PartialEq, TableRow)]
#[table("contents")]
struct Content {
    id: String,
    content_type: String,
    is_published: bool,
    visible_from: Option<Timestamp>,
}

pub fn triggers() -> Vec<Trigger> {
    let mut triggers = vec![
        Trigger::on::<Post>().of_caller(refuse_banned).before(before_post).after(after_post),
        Trigger::on::<Comment>().of_caller(refuse_banned).before(before_comment).after(after_comment),
        Trigger::on::<PostLike>().of_caller(refuse_banned).before(before_like).after(after_like),
        Trigger::on::<CommentLike>()
            .of_caller(refuse_banned)
            .before(check_liked_comment)
            .after(after_comment_like),
        Trigger::on::<Draft>().before(refuse_older_draft),
        Trigger::on::<Content>().after(after_content),
    ];
    triggers.extend(lesson_topics::triggers());
    triggers
}

fn before_post(tx: &mut Tx<'_>, write: &Write<'_, Post>, new: &mut Post) -> Result<(), Error> {
    links::show(tx, write.old, new)?;
    match write.old {
        Some(old) => {
            edit(tx, write, old, new)?;
            channels::check_move(tx, write.caller, old, new)?;
            pictures::move_along(tx, write.now, old, new)
        }
        None => {
            lesson_topics::set_entitlement(tx, write.caller, new)?;
            new.last_activity_at = new.created_at;
            moderation::screen(tx, write, new)
        }
    }
}

fn before_comment(tx: &mut Tx<'_>, write: &Write<'_, Comment>, new: &mut Comment) -> Result<(), Error> {
    links::show(tx, write.old, new)?;
    match write.old {
        Some(old) => {
            edit(tx, write, old, new)?;
            accept(tx, old, new)
        }
        None => {
            answer_beside(tx, new)?;
            moderation::screen(tx, write, new)
        }
    }
}

/// Stores the former text and marks the edit. Refuses an edit that comes too late.
fn edit<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, old: &R, new: &mut R) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    note_hiding(old, new);
    let (old, text) = (old.text(), new.text());
    let words = (old.title, old.content) != (text.title, text.content);
    if write.caller.is_service() || !(words || old.tags != text.tags) {
        return Ok(());
    }
    if words && write.now > old.created_at + EDITABLE {
        return Err(Refused::EditTimeOver.into());
    }
    moderation::screen(tx, write, new)?;
    if !words || write.now <= old.created_at + UNMARKED {
        return Ok(());
    }
    *new.trigger_columns().edited_at = Some(write.now);
    let key = old.column;
    let stored = format!("SELECT count(*) FROM community_revisions WHERE {key} = $1");
    let stored: i64 = tx.query_one_as(&stored, &[old.id.into()])?;
    if stored >= MAX_REVISIONS {
        return Err(Error::sql("54000", format!("a text is edited {MAX_REVISIONS} times at most")));
    }
    let sql = format!(
        "INSERT INTO community_revisions (id, {key}, author_id, title, content, created_at)
         VALUES ($1, $2, $3, $4, $5, $6)"
    );
    let id = ids::row_id(write.now);
    tx.write(
        &sql,
        &[
            id.into(),
            old.id.into(),
            old.author.into(),
            old.title.into(),
            old.content.into(),
            write.now.into(),
        ],
    )?;
    Ok(())
}

/// Records that the service key hides or shows a text.
fn note_hiding<R: TextRow>(old: &R, new: &mut R) {
    let is_hidden = new.text().is_hidden;
    if old.text().is_hidden != is_hidden {
        *new.trigger_columns().hidden_because = is_hidden.then_some(HiddenBecause::Staff);
    }
}

/// Withdraws the acceptance of the former answer, because a post has at most one.
fn accept(tx: &mut Tx<'_>, old: &Comment, new: &Comment) -> Result<(), Error> {
    if is_accepted_now(old, new) {
        tx.write(
            "UPDATE community_comments SET is_accepted = FALSE WHERE post_id = $1 AND is_accepted",
            &[(&new.post_id).into()],
        )?;
    }
    Ok(())
}

/// Checks that a comment answers one of the same post. An answer to an answer is placed beside it.
fn answer_beside(tx: &mut Tx<'_>, new: &mut Comment) -> Result<(), Error> {
    let Some(parent) = &new.parent_id else { return Ok(()) };
    let found = tx.query_optional_as(
        "SELECT post_id, coalesce(parent_id, id) FROM community_comments WHERE id = $1 AND NOT is_hidden",
        &[parent.into()],
    )?;
    let found: Option<(String, String)> = found.filter(|(post, _)| *post == new.post_id);
    let (_, root) = found.ok_or(Refused::CommentNotFound)?;
    new.parent_id = Some(root);
    Ok(())
}

/// Stores the pictures, links and mentions of a text, and opens a case if a rule hid it.
fn after_text<R: TextRow>(tx: &mut Tx<'_>, write: &Write<'_, R>, new: &R) -> Result<(), Error> {
    pictures::store_pictures(tx, write, new)?;
    links::store_links(tx, write, new)?;
    moderation::open_for_hidden(tx, write, new)
}

fn after_post(tx: &mut Tx<'_>, write: &Write<'_, Post>, new: Option<&Post>) -> Result<(), Error> {
    let Some(post) = new else { return Ok(()) };
    after_text(tx, write, post)?;
    match write.old {
        // The server fills in data without notices.
        _ if write.caller.is_service() || post.is_hidden => {}
        None => notices::of_post(tx, post, write.now)?,
        Some(old) if is_edited(old, post) => notices::of_edit(tx, old, post, write.now)?,
        Some(_) => {}
    }
    Ok(())
}

fn after_comment(tx: &mut Tx<'_>, write: &Write<'_, Comment>, new: Option<&Comment>) -> Result<(), Error> {
    let Some(comment) = new else { return Ok(()) };
    after_text(tx, write, comment)?;
    activity::follow(tx, write.old, comment)?;
    match write.old {
        _ if write.caller.is_service() || comment.is_hidden => {}
        None => notices::of_comment(tx, comment, write.now)?,
        Some(old) if is_accepted_now(old, comment) => {
            if let Some(actor) = &write.caller.user_id {
                notices::of_accepted(tx, comment, actor, write.now)?;
            }
        }
        Some(old) if is_edited(old, comment) => notices::of_edit(tx, old, comment, write.now)?,
        Some(_) => {}
    }
    Ok(())
}

fn before_like(_: &mut Tx<'_>, write: &Write<'_, PostLike>, _: &mut PostLike) -> Result<(), Error> {
    refuse_silenced(write.caller)
}

fn after_like(tx: &mut Tx<'_>, write: &Write<'_, PostLike>, new: Option<&PostLike>) -> Result<(), Error> {
    follow_like(tx, write, new, |like| Like { post: &like.post_id, comment: None, person: &like.user_id })
}

fn after_comment_like(
    tx: &mut Tx<'_>,
    write: &Write<'_, CommentLike>,
    new: Option<&CommentLike>,
) -> Result<(), Error> {
    follow_like(tx, write, new, |like| Like {
        post: &like.post_id,
        comment: Some(&like.comment_id),
        person: &like.user_id,
    })
}

fn follow_like<R>(
    tx: &mut Tx<'_>,
    write: &Write<'_, R>,
    new: Option<&R>,
    like: impl Fn(&R) -> Like<'_>,
) -> Result<(), Error> {
    match (write.old, new) {
        _ if write.caller.is_service() => {}
        (None, Some(new)) => notices::of_like(tx, &like(new), true, write.now)?,
        (Some(old), None) => notices::of_like(tx, &like(old), false, write.now)?,
        _ => {}
    }
    Ok(())
}

/// Queues notices of a content on its publication, and again at the end of early access.
fn after_content(tx: &mut Tx<'_>, write: &Write<'_, Content>, new: Option<&Content>) -> Result<(), Error> {
    // The newsletter itself announces its letters, by email.
    let is_announced = |content: &&Content| content.is_published && content.content_type != LETTER;
    let Some(content) = new.filter(is_announced).filter(|_| !write.caller.is_service()) else {
        return Ok(());
    };
    let is_shown_to_all = match write.old.filter(|old| old.is_published) {
        None => false,
        Some(old) if old.visible_from.is_some() && content.visible_from.is_none() => true,
        Some(_) => return Ok(()),
    };
    let actor = write.caller.user_id.as_deref();
    Ok(notices::notify_of_content(tx, &content.id, is_shown_to_all, actor, write.now)?)
}

fn is_edited<R: TextRow>(old: &R, new: &R) -> bool {
    let text = new.text();
    old.text().content != text.content && !text.is_deleted
}

fn is_accepted_now(old: &Comment, new: &Comment) -> bool {
    new.is_accepted && !old.is_accepted
}

/// Checks that a liked comment belongs to the named post, whose rules were checked.
fn check_liked_comment(
    tx: &mut Tx<'_>,
    write: &Write<'_, CommentLike>,
    new: &mut CommentLike,
) -> Result<(), Error> {
    refuse_silenced(write.caller)?;
    let found = tx.query_optional(
        "SELECT id FROM community_comments WHERE id = $1 AND post_id = $2",
        &[(&new.comment_id).into(), (&new.post_id).into()],
    )?;
    found.map(drop).ok_or_else(|| Refused::CommentNotFound.into())
}

/// Refuses a state of a draft that is older than the stored one.
fn refuse_older_draft(_: &mut Tx<'_>, write: &Write<'_, Draft>, new: &mut Draft) -> Result<(), Error> {
    if write.old.is_some_and(|old| old.sequence > new.sequence) {
        return Err(Refused::DraftIsOlder.into());
    }
    Ok(())
}

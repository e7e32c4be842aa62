//! Notices: who should know of a post, a comment, a like, an accepted answer or a new content. A person gets one notice of
//! each event, of its closest relation. Their rights are asked again whenever a notice is shown.
//!
//! Those whom an event concerns are notified in its transaction; who only follows its channel or post, afterwards
//! (`followers`), so that writing takes the same time however many follow.

mod followers;
mod levels;
mod write;

use std::collections::BTreeMap;

use ateneu_base::{Record, Timestamp, Value};
use ateneu_data::{Error, Write, text_of};
use ateneu_db::Tx;

pub use followers::{FOLLOWERS, Followers};
use levels::{Event, Relation};
use write::{About, notify};

use crate::{row::field, text::Text};

/// Most members whom one text notifies by mentioning them.
const MAX_MENTIONS: usize = 20;

/// Notifies of a new post: those it mentions, and who follows the whole channel.
pub fn of_post(tx: &mut Tx<'_>, write: &Write<'_>, post: &Record) -> Result<(), Error> {
    let about = About {
        event: Event::Post,
        post: field(post, "id"),
        comment: None,
        actor: field(post, "author_id"),
        channel: field(post, "channel_id"),
        at: write.now,
    };
    let people = mentioned(field(post, "content"));
    notify(tx, &about, &people)?;
    Ok(followers::notify_later(tx, &about, people.into_keys().collect())?)
}

/// Notifies of a new comment: those it mentions, whom it answers, the author of the post, and who follows it.
pub fn of_comment(tx: &mut Tx<'_>, write: &Write<'_>, comment: &Record) -> Result<(), Error> {
    let post = field(comment, "post_id");
    let sql = "SELECT author_id, channel_id FROM community_posts WHERE id = $1";
    let found: Option<(String, String)> = tx.query_optional_as(sql, &[post.into()])?;
    let Some((author, channel)) = found else { return Ok(()) };
    let about = About {
        event: Event::Comment,
        post,
        comment: Some(field(comment, "id")),
        actor: field(comment, "author_id"),
        channel: &channel,
        at: write.now,
    };
    let mut people = mentioned(field(comment, "content"));
    if let Some(parent) = text_of(comment, "parent_id") {
        let sql = "SELECT author_id FROM community_comments WHERE id = $1";
        if let Some(answered) = tx.query_optional_as(sql, &[parent.into()])? {
            people.entry(answered).or_insert(Relation::Answered);
        }
    }
    people.entry(author).or_insert(Relation::Author);
    notify(tx, &about, &people)?;
    Ok(followers::notify_later(tx, &about, people.into_keys().collect())?)
}

/// Notifies those whom changed words of a post or a comment mention and the former ones did not.
pub fn of_edit(tx: &mut Tx<'_>, write: &Write<'_>, old: &Record, new: &Record) -> Result<(), Error> {
    let known = mentioned(field(old, "content"));
    let mut people = mentioned(field(new, "content"));
    people.retain(|id, _| !known.contains_key(id));
    let (post, comment) = match text_of(new, "post_id") {
        Some(post) => (post, text_of(new, "id")),
        None => (field(new, "id"), None),
    };
    let channel: Option<String> =
        tx.query_optional_as("SELECT channel_id FROM community_posts WHERE id = $1", &[post.into()])?;
    let about = About {
        event: if comment.is_some() { Event::Comment } else { Event::Post },
        post,
        comment,
        actor: field(new, "author_id"),
        channel: &channel.unwrap_or_default(),
        at: write.now,
    };
    Ok(notify(tx, &about, &people)?)
}

/// Notifies the author of a comment that was accepted.
pub fn of_accepted(tx: &mut Tx<'_>, write: &Write<'_>, comment: &Record) -> Result<(), Error> {
    let Some(actor) = write.caller.user_id.as_deref() else { return Ok(()) };
    let about = About {
        event: Event::Accepted,
        post: field(comment, "post_id"),
        comment: Some(field(comment, "id")),
        actor,
        channel: field(comment, "channel_id"),
        at: write.now,
    };
    let author = field(comment, "author_id").to_owned();
    Ok(notify(tx, &about, &BTreeMap::from([(author, Relation::Praised)]))?)
}

/// Notifies the author of what is liked: one unread notice counts everybody who likes it since. A like that is taken back
/// is not counted any more.
pub fn of_like(tx: &mut Tx<'_>, write: &Write<'_>, like: &Record, is_new: bool) -> Result<(), Error> {
    let (post, comment) = (field(like, "post_id"), text_of(like, "comment_id"));
    let (table, likes, key, id) = match comment {
        Some(comment) => ("community_comments", "community_comment_likes", "comment_id", comment),
        None => ("community_posts", "community_likes", "post_id", post),
    };
    let author: Option<String> =
        tx.query_optional_as(&format!("SELECT author_id FROM {table} WHERE id = $1"), &[id.into()])?;
    let author = author.unwrap_or_default();
    let known: Option<(String, String)> = tx.query_optional_as(
        "SELECT id, created_at FROM notices
         WHERE user_id = $1 AND kind = 'like' AND read_at IS NULL AND post_id = $2 AND coalesce(comment_id, '') = $3",
        &[author.as_str().into(), post.into(), comment.unwrap_or_default().into()],
    )?;
    let Some((notice, since)) = known else {
        let actor = field(like, "user_id");
        let channel: Option<String> =
            tx.query_optional_as("SELECT channel_id FROM community_posts WHERE id = $1", &[post.into()])?;
        let channel = &channel.unwrap_or_default();
        let about = About { event: Event::Like, post, comment, actor, channel, at: write.now };
        let author = BTreeMap::from([(author, Relation::Praised)]);
        return if is_new { Ok(notify(tx, &about, &author)?) } else { Ok(()) };
    };
    let (actors, newest): (i64, Option<String>) = tx.query_one_as(
        &format!(
            "SELECT count(*) AS actors,
                 (SELECT user_id FROM {likes} WHERE {key} = $1 AND created_at >= $2 AND user_id <> $3
                  ORDER BY created_at DESC LIMIT 1) AS newest
             FROM {likes} WHERE {key} = $1 AND created_at >= $2 AND user_id <> $3"
        ),
        &[id.into(), since.into(), author.into()],
    )?;
    if actors > 0 {
        tx.write(
            "UPDATE notices SET actors = $2, actor_id = $3, updated_at = $4 WHERE id = $1",
            &[notice.into(), actors.into(), newest.into(), write.now.into()],
        )?;
    } else {
        tx.write("DELETE FROM notices WHERE id = $1", &[notice.into()])?;
    }
    Ok(())
}

/// Notifies of a content that was published.
pub fn of_content(
    tx: &mut Tx<'_>,
    write: &Write<'_>,
    content: &Record,
    is_shown_to_all: bool,
) -> Result<(), Error> {
    let actor = write.caller.user_id.as_deref();
    Ok(followers::notify_of_content(tx, field(content, "id"), is_shown_to_all, actor, write.now)?)
}

/// Reading a post reads its notices.
pub fn read_post(tx: &mut Tx<'_>, person: Value, post: Value, at: Timestamp) -> Result<(), Error> {
    tx.write(
        "UPDATE notices SET read_at = $3
         WHERE user_id = $1 AND post_id = $2 AND read_at IS NULL AND created_at <= $3",
        &[person, post, at.into()],
    )?;
    Ok(())
}

fn mentioned(content: &str) -> BTreeMap<String, Relation> {
    let text = Text::of(content);
    text.mentioned.iter().take(MAX_MENTIONS).map(|id| (id.clone(), Relation::Mentioned)).collect()
}

//! Notices of posts, comments, likes, accepted answers and new contents. A person gets one notice of each event, for
//! its closest relation. Rights are checked again whenever a notice is shown.
//!
//! People whom an event concerns are notified in its transaction, followers of its channel or post afterwards
//! (`followers`), so that the time of a write does not depend on their number.

mod followers;
mod levels;
mod write;

use std::collections::BTreeMap;

use ateneu_base::{Timestamp, Value};
use ateneu_db::{Error, Tx};

pub use followers::{FOLLOWERS, Followers, notify_of_content};
use levels::{Event, Relation};
use write::{About, notify};

use crate::{
    rows::{Comment, MemberText, Post, TextRow},
    text::Text,
};

/// Maximum number of members whom one text notifies by a mention.
const MAX_MENTIONS: usize = 20;

/// Notifies of a new post: mentioned people, and followers of the whole channel.
pub fn of_post(tx: &mut Tx<'_>, post: &Post, now: Timestamp) -> Result<(), Error> {
    let about = About {
        event: Event::Post,
        post: &post.id,
        comment: None,
        actor: &post.author_id,
        channel: &post.channel_id,
        at: now,
    };
    let people = mentioned(&post.content);
    notify(tx, &about, &people)?;
    followers::notify_later(tx, &about, people.into_keys().collect())
}

/// Notifies of a new comment: mentioned people, the author of the answered comment, the author of the post, and
/// followers.
pub fn of_comment(tx: &mut Tx<'_>, comment: &Comment, now: Timestamp) -> Result<(), Error> {
    let sql = "SELECT author_id, channel_id FROM community_posts WHERE id = $1";
    let found: Option<(String, String)> = tx.query_optional_as(sql, &[(&comment.post_id).into()])?;
    let Some((author, channel)) = found else { return Ok(()) };
    let about = About {
        event: Event::Comment,
        post: &comment.post_id,
        comment: Some(&comment.id),
        actor: &comment.author_id,
        channel: &channel,
        at: now,
    };
    let mut people = mentioned(&comment.content);
    if let Some(parent) = &comment.parent_id {
        let sql = "SELECT author_id FROM community_comments WHERE id = $1";
        if let Some(answered) = tx.query_optional_as(sql, &[parent.into()])? {
            people.entry(answered).or_insert(Relation::Answered);
        }
    }
    people.entry(author).or_insert(Relation::Author);
    notify(tx, &about, &people)?;
    followers::notify_later(tx, &about, people.into_keys().collect())
}

/// Notifies people whom an edited post or comment mentions for the first time.
pub fn of_edit<R: TextRow>(tx: &mut Tx<'_>, old: &R, new: &R, now: Timestamp) -> Result<(), Error> {
    let MemberText { post, comment, author, content, .. } = new.text();
    let known = mentioned(old.text().content);
    let mut people = mentioned(content);
    people.retain(|id, _| !known.contains_key(id));
    let event = if comment.is_some() { Event::Comment } else { Event::Post };
    let channel = &channel_of(tx, post)?;
    notify(tx, &About { event, post, comment, actor: author, channel, at: now }, &people)
}

/// Notifies the author of a comment that `actor` accepted.
pub fn of_accepted(tx: &mut Tx<'_>, comment: &Comment, actor: &str, now: Timestamp) -> Result<(), Error> {
    let (event, post, channel) = (Event::Accepted, &comment.post_id, &channel_of(tx, &comment.post_id)?);
    let about = About { event, post, comment: Some(&comment.id), actor, channel, at: now };
    notify(tx, &about, &BTreeMap::from([(comment.author_id.clone(), Relation::Praised)]))
}

fn channel_of(tx: &mut Tx<'_>, post: &str) -> Result<String, Error> {
    let sql = "SELECT channel_id FROM community_posts WHERE id = $1";
    Ok(tx.query_optional_as::<String>(sql, &[post.into()])?.unwrap_or_default())
}

/// A post or comment that a person likes.
pub struct Like<'a> {
    pub post: &'a str,
    pub comment: Option<&'a str>,
    pub person: &'a str,
}

/// Notifies the author of a liked text: one unread notice counts all likes since it was written, without those that
/// were taken back.
pub fn of_like(tx: &mut Tx<'_>, like: &Like<'_>, is_new: bool, now: Timestamp) -> Result<(), Error> {
    let Like { post, comment, person: actor } = *like;
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
        let channel = &channel_of(tx, post)?;
        let about = About { event: Event::Like, post, comment, actor, channel, at: now };
        let author = BTreeMap::from([(author, Relation::Praised)]);
        return if is_new { notify(tx, &about, &author) } else { Ok(()) };
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
            &[notice.into(), actors.into(), newest.into(), now.into()],
        )?;
    } else {
        tx.write("DELETE FROM notices WHERE id = $1", &[notice.into()])?;
    }
    Ok(())
}

/// Marks the notices of a post as read.
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

//! Notices: who should know of a post, a comment, a like or an accepted answer. A person gets one notice of each event,
//! of its most important kind. Their rights are asked again whenever a notice is shown.

use std::collections::BTreeMap;

use ateneu_base::{Record, Timestamp, Value, ids};
use ateneu_data::{Error, Write};
use ateneu_db::Tx;
use serde_json::Value as Json;

use crate::text;

/// Most members whom one text notifies by mentioning them.
const MOST_MENTIONS: usize = 20;

/// Why somebody is notified, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Mention,
    Reply,
    Comment,
    Accepted,
    Post,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Comment => "comment",
            Self::Accepted => "accepted",
            Self::Post => "post",
        }
    }
}

/// The event that notices are about.
struct Event<'a> {
    post: &'a str,
    comment: Option<&'a str>,
    actor: &'a str,
    channel: &'a str,
    now: Timestamp,
}

fn text_of<'r>(row: &'r Record, column: &str) -> &'r str {
    row.get(column).and_then(Json::as_str).unwrap_or_default()
}

/// Who should know of a new post: those it mentions, and who follows the whole channel.
pub fn of_post(tx: &mut Tx<'_>, write: &Write<'_>, post: &Record) -> Result<(), Error> {
    let event = Event {
        post: text_of(post, "id"),
        comment: None,
        actor: text_of(post, "author_id"),
        channel: text_of(post, "channel_id"),
        now: write.now,
    };
    let mut people = mentioned(text_of(post, "content"));
    let watching = tx.query(
        "SELECT user_id FROM channel_states WHERE channel_id = $1 AND level = 'acompanhar'",
        &[event.channel.into()],
    )?;
    for row in watching {
        people.entry(row.text("user_id").unwrap_or_default().to_owned()).or_insert(Kind::Post);
    }
    notify(tx, &event, people)
}

/// Who should know of a new comment: those it mentions, whom it answers, the author of the post, and who follows it.
pub fn of_comment(tx: &mut Tx<'_>, write: &Write<'_>, comment: &Record) -> Result<(), Error> {
    let post_id = text_of(comment, "post_id");
    let found = tx.query_optional(
        "SELECT author_id, channel_id FROM community_posts WHERE id = $1",
        &[post_id.into()],
    )?;
    let Some(post) = found else { return Ok(()) };
    let event = Event {
        post: post_id,
        comment: Some(text_of(comment, "id")),
        actor: text_of(comment, "author_id"),
        channel: post.text("channel_id").unwrap_or_default(),
        now: write.now,
    };
    let mut people = mentioned(text_of(comment, "content"));
    if let Some(parent) = comment.get("parent_id").and_then(Json::as_str) {
        let row =
            tx.query_optional("SELECT author_id FROM community_comments WHERE id = $1", &[parent.into()])?;
        let author = row.and_then(|row| row.text("author_id").map(str::to_owned));
        people.entry(author.unwrap_or_default()).or_insert(Kind::Reply);
    }
    people.entry(post.text("author_id").unwrap_or_default().to_owned()).or_insert(Kind::Comment);
    // A level for the post counts, not that of its channel.
    let following = tx.query(
        "SELECT user_id FROM post_states WHERE post_id = $1 AND level = 'acompanhar'
         UNION
         SELECT user_id FROM channel_states WHERE channel_id = $2 AND level = 'acompanhar'
           AND NOT EXISTS (SELECT 1 FROM post_states own
                           WHERE own.user_id = channel_states.user_id AND own.post_id = $1
                             AND own.level IS NOT NULL)",
        &[post_id.into(), event.channel.into()],
    )?;
    for row in following {
        people.entry(row.text("user_id").unwrap_or_default().to_owned()).or_insert(Kind::Comment);
    }
    notify(tx, &event, people)
}

/// The author of a comment that was accepted should know.
pub fn of_accepted(tx: &mut Tx<'_>, write: &Write<'_>, comment: &Record) -> Result<(), Error> {
    let Some(actor) = write.caller.user_id.as_deref() else { return Ok(()) };
    let event = Event {
        post: text_of(comment, "post_id"),
        comment: Some(text_of(comment, "id")),
        actor,
        channel: text_of(comment, "channel_id"),
        now: write.now,
    };
    notify(tx, &event, BTreeMap::from([(text_of(comment, "author_id").to_owned(), Kind::Accepted)]))
}

/// The author of what is liked should know: one unread notice counts everybody who liked it.
pub fn of_like(tx: &mut Tx<'_>, write: &Write<'_>, like: &Record) -> Result<(), Error> {
    let (post, comment) = (text_of(like, "post_id"), like.get("comment_id").and_then(Json::as_str));
    let (table, id) = match comment {
        Some(comment) => ("community_comments", comment),
        None => ("community_posts", post),
    };
    let row = tx.query_optional(&format!("SELECT author_id FROM {table} WHERE id = $1"), &[id.into()])?;
    let author = row.and_then(|row| row.text("author_id").map(str::to_owned)).unwrap_or_default();
    let actor = text_of(like, "user_id");
    if author.is_empty() || author == actor || is_silenced(tx, &author, post)? {
        return Ok(());
    }
    let folded = tx.write(
        "UPDATE notices SET actors = actors + 1, actor_id = $1, updated_at = $2
         WHERE user_id = $3 AND kind = 'like' AND read_at IS NULL AND post_id = $4
           AND coalesce(comment_id, '') = $5",
        &[
            actor.into(),
            write.now.into(),
            author.as_str().into(),
            post.into(),
            comment.unwrap_or_default().into(),
        ],
    )?;
    if folded.is_empty() {
        insert(tx, &author, "like", (post, comment, actor), write.now)?;
    }
    Ok(())
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

fn mentioned(content: &str) -> BTreeMap<String, Kind> {
    text::mentioned(content).into_iter().take(MOST_MENTIONS).map(|id| (id, Kind::Mention)).collect()
}

/// Writes a notice for each person, except for who did it, who silenced it and who may not enter the channel.
fn notify(tx: &mut Tx<'_>, event: &Event<'_>, people: BTreeMap<String, Kind>) -> Result<(), Error> {
    for (person, kind) in people {
        if person.is_empty() || person == event.actor || !may_enter(tx, &person, event.channel)? {
            continue;
        }
        if kind != Kind::Accepted && is_silenced(tx, &person, event.post)? {
            continue;
        }
        insert(tx, &person, kind.name(), (event.post, event.comment, event.actor), event.now)?;
    }
    Ok(())
}

fn insert(
    tx: &mut Tx<'_>,
    person: &str,
    kind: &str,
    (post, comment, actor): (&str, Option<&str>, &str),
    now: Timestamp,
) -> Result<(), Error> {
    tx.write(
        "INSERT INTO notices (id, user_id, kind, post_id, comment_id, actor_id, actors, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7)",
        &[
            ids::row_id(now).into(),
            person.into(),
            kind.into(),
            post.into(),
            comment.into(),
            actor.into(),
            now.into(),
        ],
    )?;
    Ok(())
}

/// Whether somebody exists and is a member of a private channel, or its staff. Whether they may read the community at all
/// is asked when the notice is shown.
fn may_enter(tx: &mut Tx<'_>, person: &str, channel: &str) -> Result<bool, Error> {
    let found = tx.query_optional(
        "SELECT users.id FROM users
         WHERE users.id = $1 AND (
             EXISTS (SELECT 1 FROM channels WHERE channels.id = $2 AND NOT channels.is_private)
             OR EXISTS (SELECT 1 FROM channel_members WHERE channel_id = $2 AND user_id = $1)
             OR EXISTS (SELECT 1 FROM user_roles WHERE user_id = $1 AND role IN ('admin', 'moderator')))",
        &[person.into(), channel.into()],
    )?;
    Ok(found.is_some())
}

/// The level for the post counts; without one, that of its channel.
fn is_silenced(tx: &mut Tx<'_>, person: &str, post: &str) -> Result<bool, Error> {
    let found = tx.query_optional(
        "SELECT coalesce(
             (SELECT level FROM post_states WHERE user_id = $1 AND post_id = $2),
             (SELECT level FROM channel_states WHERE user_id = $1
                AND channel_id = (SELECT channel_id FROM community_posts WHERE id = $2))) AS level",
        &[person.into(), post.into()],
    )?;
    Ok(found.is_some_and(|row| row.text("level") == Some("silenciar")))
}

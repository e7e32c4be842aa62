//! Notices: who should know of a post, a comment, a like, an accepted answer or a new content. A person gets one notice of
//! each event, of its closest relation. Their rights are asked again whenever a notice is shown.
//!
//! Those whom an event concerns are notified in its transaction; who only follows its channel or post, afterwards
//! (`followers`), so that writing takes the same time however many follow.

mod followers;
mod levels;

use std::collections::BTreeMap;

use ateneu_base::{Entitlement, Record, Timestamp, Value, ids};
use ateneu_data::{Error, Write, text_of};
use ateneu_db::{Error as DbError, Tx};
use serde_json::Value as Json;

pub use followers::{FOLLOWERS, Followers};
use levels::{Decision, Event, Level, Relation, decide};

use crate::{moderation::not_blocked, push, text::Text, triggers::field};

/// Most members whom one text notifies by mentioning them.
const MAX_MENTIONS: usize = 20;
/// Rows of one statement.
const ROWS: usize = 100;

/// Event that notices are about.
#[derive(Clone, Copy)]
struct About<'a> {
    event: Event,
    post: &'a str,
    comment: Option<&'a str>,
    actor: &'a str,
    channel: &'a str,
    at: Timestamp,
}

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

/// Writes the notices of those whom an event concerns: not of who did it, nor of who may not enter the channel. Whether
/// they may read the community at all is asked when the notice is shown.
fn notify(tx: &mut Tx<'_>, about: &About<'_>, people: &BTreeMap<String, Relation>) -> Result<(), DbError> {
    let ids = people.keys().map(String::as_str).filter(|id| !id.is_empty() && *id != about.actor);
    let ids: Vec<_> = ids.collect();
    if ids.is_empty() {
        return Ok(());
    }
    // Whom a text has mentioned gets no second notice of it.
    let is_text = matches!(about.event, Event::Post | Event::Comment);
    let once = if is_text {
        "AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.user_id = users.id AND kind = 'mention'
                            AND notices.post_id = $2 AND coalesce(notices.comment_id, '') = $6)"
    } else {
        ""
    };
    let sql = format!(
        "SELECT users.id,
             (SELECT level FROM post_states WHERE user_id = users.id AND post_id = $2) AS post_level,
             (SELECT level FROM channel_states WHERE user_id = users.id AND channel_id = $3) AS channel_level
         FROM users WHERE {} AND {} AND {} {once}",
        tx.dialect().among("users.id", "$1"),
        may_read("users.id", "$3", "$2", "$5"),
        not_blocked("users.id", "$4"),
    );
    let ids = Json::from(ids).to_string();
    let mut values: Vec<Value> =
        vec![ids.into(), about.post.into(), about.channel.into(), about.actor.into(), about.at.into()];
    if is_text {
        values.push(about.comment.unwrap_or_default().into());
    }
    let found: Vec<(String, Option<Level>, Option<Level>)> = tx.query_as(&sql, &values)?;
    let decided = found.into_iter().filter_map(|(id, of_post, of_channel)| {
        let decision = decide(about.event, *people.get(&id)?, of_post, of_channel)?;
        Some((id, decision))
    });
    write_all(tx, about, &decided.collect())
}

/// Writes a notice for each person, or counts it in an unread one.
fn write_all(
    tx: &mut Tx<'_>,
    about: &About<'_>,
    decisions: &BTreeMap<String, Decision>,
) -> Result<(), DbError> {
    let folding: Vec<_> =
        decisions.iter().filter(|(_, made)| made.folds).map(|(id, _)| id.as_str()).collect();
    let mut counted = Vec::new();
    if about.event == Event::Comment && !folding.is_empty() {
        let sql = format!(
            "UPDATE notices SET actors = actors + 1, actor_id = $1, updated_at = $2
             WHERE kind = 'comment' AND post_id = $3 AND read_at IS NULL AND {}
               AND id = (SELECT max(newest.id) FROM notices newest
                         WHERE newest.user_id = notices.user_id AND newest.post_id = $3
                           AND newest.kind = 'comment' AND newest.read_at IS NULL)",
            tx.dialect().among("user_id", "$4"),
        );
        let people = Json::from(folding).to_string();
        let rows =
            tx.write(&sql, &[about.actor.into(), about.at.into(), about.post.into(), people.into()])?;
        counted = rows.iter().filter_map(|row| row.text("user_id").map(str::to_owned)).collect();
    }
    let new = decisions.iter().filter(|(id, _)| !counted.contains(id));
    let rows: Vec<_> = new.map(|(id, made)| (id.as_str(), made.kind, made.reason)).collect();
    let (post, comment) = (Some(about.post), about.comment);
    insert(tx, &Subject { post, comment, content: None }, Some(about.actor), &rows, about.at)
}

/// Post, comment or content that a notice names.
struct Subject<'a> {
    post: Option<&'a str>,
    comment: Option<&'a str>,
    content: Option<&'a str>,
}

/// Writes a notice of a content for each person.
fn write_of_content(
    tx: &mut Tx<'_>,
    content: &str,
    actor: Option<&str>,
    people: &[String],
    at: Timestamp,
) -> Result<(), DbError> {
    let rows: Vec<_> = people.iter().map(|id| (id.as_str(), "content", None)).collect();
    insert(tx, &Subject { post: None, comment: None, content: Some(content) }, actor, &rows, at)
}

/// Inserts notices of one subject: person, kind and reason of each.
fn insert(
    tx: &mut Tx<'_>,
    subject: &Subject<'_>,
    actor: Option<&str>,
    notices: &[(&str, &str, Option<&str>)],
    at: Timestamp,
) -> Result<(), DbError> {
    for rows in notices.chunks(ROWS) {
        let actor = actor.filter(|actor| !actor.is_empty());
        let mut values: Vec<Value> = vec![
            subject.post.into(),
            subject.comment.into(),
            subject.content.into(),
            actor.into(),
            at.into(),
        ];
        let mut places = Vec::with_capacity(rows.len());
        for (person, kind, reason) in rows {
            let [id, user, what, why] = [1, 2, 3, 4].map(|place| values.len() + place);
            places.push(format!("(${id}, ${user}, ${what}, ${why}, $1, $2, $3, $4, 1, $5, $5)"));
            values.extend([
                ids::row_id(at).into(),
                Value::from(*person),
                Value::from(*kind),
                Value::from(*reason),
            ]);
        }
        let sql = format!(
            "INSERT INTO notices (id, user_id, kind, reason, post_id, comment_id, content_id, actor_id, actors,
                 created_at, updated_at)
             VALUES {}",
            places.join(", ")
        );
        let written = tx.write(&sql, &values)?;
        push::queue_pushes(tx, &written)?;
    }
    Ok(())
}

/// SQL: the person belongs to the staff; or the channel is open, or a private one of the person's, and what opens a post
/// about a lesson is among what the person is entitled to `now`.
fn may_read(person: &str, channel: &str, post: &str, now: &str) -> String {
    let community = Entitlement::Community.name();
    format!(
        "(EXISTS (SELECT 1 FROM user_roles WHERE user_id = {person} AND role IN ('admin', 'moderator'))
          OR (EXISTS (SELECT 1 FROM channels WHERE channels.id = {channel}
                      AND NOT channels.is_private AND NOT channels.is_waiting)
              OR EXISTS (SELECT 1 FROM channel_members WHERE channel_id = {channel} AND user_id = {person}))
             AND EXISTS (SELECT 1 FROM community_posts opened
                         WHERE opened.id = {post} AND (opened.entitlement = '{community}' OR opened.author_id = {person}
                             OR EXISTS (SELECT 1 FROM member_entitlements held
                                        WHERE held.user_id = {person} AND held.entitlement = opened.entitlement
                                          AND held.until > {now}))))"
    )
}

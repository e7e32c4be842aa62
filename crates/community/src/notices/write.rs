//! Writes notices: of an event for the people it concerns, of a content, and the pushes that follow.

use std::collections::BTreeMap;

use ateneu_base::{Entitlement, Timestamp, Value, ids};
use ateneu_db::{Error, Tx};
use serde_json::Value as Json;

use super::levels::{Decision, Event, Relation, decide};
use crate::{
    blocks::not_blocked,
    push,
    tables::{NoticeKind, NoticeLevel as Level, NoticeReason},
};

/// Rows per statement.
const ROWS: usize = 100;

/// Event of the notices.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) event: Event,
    pub(super) post: &'a str,
    pub(super) comment: Option<&'a str>,
    pub(super) actor: &'a str,
    pub(super) channel: &'a str,
    pub(super) at: Timestamp,
}

/// Writes the notices for people whom an event concerns, except its author and people who may not enter the channel.
/// The right to read the community is checked when the notice is shown.
pub(super) fn notify(
    tx: &mut Tx<'_>,
    about: &About<'_>,
    people: &BTreeMap<String, Relation>,
) -> Result<(), Error> {
    let ids = people.keys().map(String::as_str).filter(|id| !id.is_empty() && *id != about.actor);
    let ids: Vec<_> = ids.collect();
    if ids.is_empty() {
        return Ok(());
    }
    // A person whom a text has mentioned gets no second notice of it.
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

/// Writes a notice for each person, or counts the event in an unread one.
pub(super) fn write_all(
    tx: &mut Tx<'_>,
    about: &About<'_>,
    decisions: &BTreeMap<String, Decision>,
) -> Result<(), Error> {
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

/// Post, comment or content of a notice.
struct Subject<'a> {
    post: Option<&'a str>,
    comment: Option<&'a str>,
    content: Option<&'a str>,
}

/// Writes a notice of a content for each person.
pub(super) fn write_of_content(
    tx: &mut Tx<'_>,
    content: &str,
    actor: Option<&str>,
    people: &[String],
    at: Timestamp,
) -> Result<(), Error> {
    let rows: Vec<_> = people.iter().map(|id| (id.as_str(), NoticeKind::Content, None)).collect();
    insert(tx, &Subject { post: None, comment: None, content: Some(content) }, actor, &rows, at)
}

/// Inserts notices of one subject: person, kind and reason of each.
fn insert(
    tx: &mut Tx<'_>,
    subject: &Subject<'_>,
    actor: Option<&str>,
    notices: &[(&str, NoticeKind, Option<NoticeReason>)],
    at: Timestamp,
) -> Result<(), Error> {
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

/// Returns SQL: the person belongs to the staff; or the channel is public or the person's own, and the person has the
/// entitlement of a post about a lesson at `now`.
pub(super) fn may_read(person: &str, channel: &str, post: &str, now: &str) -> String {
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

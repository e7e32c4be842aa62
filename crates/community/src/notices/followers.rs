//! Notices of new contents, and of posts for followers: written by a queue, some hundred people at a time. Each part is
//! written, and the next one pushed, in one transaction, so that no person is notified twice.

use std::collections::BTreeMap;

use ateneu_base::{Clock, Timestamp};
use ateneu_db::{Db, Error, Tx};
use ateneu_queue::{Handler, Leased, Outcome, Queue, Task};
use serde::{Deserialize, Serialize};

use super::{
    levels::{Event, Relation, decide},
    write::{About, may_read, write_all, write_of_content},
};
use crate::{blocks::not_blocked, tables::NoticeLevel as Level};

/// Queue of the notices.
pub const FOLLOWERS: Queue =
    Queue::new("notices").label("Avisos da comunidade").retention_days(2).concurrency(1);

/// Number of people notified in one transaction.
const PART: usize = 500;

/// Post, comment or content of the notices, and the person after whom this part begins.
#[derive(Default, Serialize, Deserialize)]
struct Part {
    post: Option<String>,
    comment: Option<String>,
    content: Option<String>,
    /// True if early access has ended: its holders are notified already.
    #[serde(default)]
    is_shown_to_all: bool,
    actor: Option<String>,
    /// People who are notified already.
    except: Vec<String>,
    after: String,
    number: u32,
}

impl Part {
    fn push(&self, tx: &mut Tx<'_>, happened_at: Timestamp, now: Timestamp) -> Result<(), Error> {
        let about = self.comment.as_ref().or(self.post.as_ref()).or(self.content.as_ref());
        let about = about.map(String::as_str).unwrap_or_default();
        let kind = match self {
            Part { content: Some(_), is_shown_to_all: true, .. } => "content-shown",
            Part { content: Some(_), .. } => "content",
            Part { comment: Some(_), .. } => "comment",
            _ => "post",
        };
        let payload = serde_json::to_string(self).map_err(|error| Error::Other(error.to_string()))?;
        let id = match self.is_shown_to_all {
            true => format!("{about} shown {}", self.number),
            false => format!("{about} {}", self.number),
        };
        let task = Task::new(id, kind, happened_at).payload(payload);
        FOLLOWERS.push(tx, &task, now).map(drop)
    }
}

/// Queues the notices of followers of the post or its channel, except `known`.
pub(super) fn notify_later(tx: &mut Tx<'_>, about: &About<'_>, known: Vec<String>) -> Result<(), Error> {
    let followed = tx.query_optional(
        "SELECT user_id FROM channel_states WHERE channel_id = $1 AND level IN ('acompanhar', 'seguir')
         UNION ALL
         SELECT user_id FROM post_states WHERE post_id = $2 AND level IN ('acompanhar', 'seguir')
         LIMIT 1",
        &[about.channel.into(), about.post.into()],
    )?;
    if followed.is_none() {
        return Ok(());
    }
    let part = Part {
        post: Some(about.post.to_owned()),
        comment: about.comment.map(str::to_owned),
        actor: Some(about.actor.to_owned()),
        except: known,
        ..Part::default()
    };
    part.push(tx, about.at, about.at)
}

/// Queues the notices of a published content.
pub fn notify_of_content(
    tx: &mut Tx<'_>,
    content: &str,
    is_shown_to_all: bool,
    actor: Option<&str>,
    now: Timestamp,
) -> Result<(), Error> {
    let (content, actor) = (Some(content.to_owned()), actor.map(str::to_owned));
    Part { content, is_shown_to_all, actor, ..Part::default() }.push(tx, now, now)
}

/// Handler of the queue.
#[derive(Clone)]
pub struct Followers {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
}

impl Handler for Followers {
    fn queue(&self) -> Queue {
        FOLLOWERS
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        for task in tasks {
            let (task, now) = (task.clone(), self.clock.now());
            self.db.write(move |tx| write_part(tx, &task, now)).await?;
        }
        Ok(None)
    }
}

/// Writes the notices of one part and pushes the next one.
fn write_part(tx: &mut Tx<'_>, task: &Leased, now: Timestamp) -> Result<(), Error> {
    let complete =
        |tx: &mut Tx<'_>, outcome: &Outcome| FOLLOWERS.complete(tx, std::slice::from_ref(task), outcome, now);
    let Ok(mut part) = serde_json::from_str::<Part>(&task.payload) else {
        return complete(tx, &Outcome::Failed("its payload cannot be read".into())).map(drop);
    };
    // Another worker has taken it meanwhile.
    if complete(tx, &Outcome::Done)?.is_none() {
        return Ok(());
    }
    let last = match part.content.clone() {
        Some(content) => of_content(tx, &part, &content, task.happened_at)?,
        None => of_thread(tx, &part, task.happened_at)?,
    };
    if let Some(last) = last {
        part.after = last;
        part.number += 1;
        part.push(tx, task.happened_at, now)?;
    }
    Ok(())
}

/// Notifies followers of a post or its channel, unless it was removed or hidden meanwhile. Returns the last person of a
/// full part.
fn of_thread(tx: &mut Tx<'_>, part: &Part, at: Timestamp) -> Result<Option<String>, Error> {
    let (Some(post), Some(actor)) = (part.post.as_deref(), part.actor.as_deref()) else {
        return Ok(None);
    };
    let channel: Option<String> = tx.query_optional_as(
        "SELECT channel_id FROM community_posts WHERE id = $1 AND NOT is_hidden AND NOT is_deleted
           AND ($2 = '' OR EXISTS (SELECT 1 FROM community_comments
                                   WHERE community_comments.id = $2 AND NOT is_hidden AND NOT is_deleted))",
        &[post.into(), part.comment.as_deref().unwrap_or_default().into()],
    )?;
    let Some(channel) = channel else { return Ok(None) };
    // The level of the post overrides that of its channel.
    let sql = format!(
        "SELECT user_id, post_level, channel_level FROM (
             SELECT user_id, level AS post_level, NULL AS channel_level FROM post_states
             WHERE post_id = $1 AND level IN ('acompanhar', 'seguir')
             UNION ALL
             SELECT user_id, NULL AS post_level, level AS channel_level FROM channel_states
             WHERE channel_id = $2 AND level IN ('acompanhar', 'seguir')
               AND NOT EXISTS (SELECT 1 FROM post_states own
                               WHERE own.user_id = channel_states.user_id AND own.post_id = $1
                                 AND own.level IS NOT NULL)
         ) following
         WHERE user_id > $3 AND {} AND {} ORDER BY user_id LIMIT {PART}",
        may_read("following.user_id", "$2", "$1", "$5"),
        not_blocked("following.user_id", "$4"),
    );
    let people: Vec<(String, Option<Level>, Option<Level>)> = tx.query_as(
        &sql,
        &[post.into(), (&channel).into(), part.after.as_str().into(), actor.into(), at.into()],
    )?;
    let event = if part.comment.is_some() { Event::Comment } else { Event::Post };
    let about = About { event, post, comment: part.comment.as_deref(), actor, channel: &channel, at };
    let last = people.last().filter(|_| people.len() >= PART).map(|(id, ..)| id.clone());
    let mut decisions = BTreeMap::new();
    for (id, of_post, of_channel) in people {
        let decision = decide(event, Relation::Bystander, of_post, of_channel);
        if let Some(decision) = decision.filter(|_| id != actor && !part.except.contains(&id)) {
            decisions.insert(id, decision);
        }
    }
    write_all(tx, &about, &decisions)?;
    Ok(last)
}

/// Columns that determine the audience of a content.
#[derive(Deserialize)]
struct Audience {
    is_member_only: bool,
    entitlement: String,
    visible_from: Option<Timestamp>,
}

/// Notifies subscribers who may read a content and want such notices. Returns the last person of a full part.
fn of_content(tx: &mut Tx<'_>, part: &Part, content: &str, at: Timestamp) -> Result<Option<String>, Error> {
    let found: Option<Audience> = tx.query_optional_as(
        "SELECT is_member_only, entitlement, visible_from FROM contents WHERE id = $1 AND is_published
           AND ($3 OR NOT EXISTS (SELECT 1 FROM notices WHERE content_id = $1 AND $2 = ''))",
        &[content.into(), part.after.as_str().into(), part.is_shown_to_all.into()],
    )?;
    let Some(audience) = found else { return Ok(None) };
    let holds = |entitlement: &str| {
        format!(
            "EXISTS (SELECT 1 FROM member_entitlements e
                     WHERE e.user_id = subscribers.user_id AND e.entitlement = {entitlement} AND e.until > $2)"
        )
    };
    let entitled = audience.is_member_only.then_some(audience.entitlement.as_str());
    let holds_it = holds("$4");
    let is_early = audience.visible_from.is_some_and(|from| from > at);
    let early = if is_early { format!("AND {}", holds("'early_access'")) } else { String::new() };
    let people: Vec<String> = tx.query_as(
        &format!(
            "SELECT user_id FROM subscribers
             WHERE user_id > $1 AND access_until > $2 AND user_id <> $3
               AND (CAST($4 AS text) IS NULL OR {holds_it}) {early}
               AND NOT ($5 AND EXISTS (SELECT 1 FROM notices n WHERE n.content_id = $6 AND n.user_id = subscribers.user_id))
               AND NOT EXISTS (SELECT 1 FROM notification_preferences
                               WHERE notification_preferences.user_id = subscribers.user_id AND NOT new_content)
             ORDER BY user_id LIMIT {PART}"
        ),
        &[
            part.after.as_str().into(),
            at.into(),
            part.actor.as_deref().unwrap_or_default().into(),
            entitled.into(),
            part.is_shown_to_all.into(),
            content.into(),
        ],
    )?;
    let last = people.last().filter(|_| people.len() >= PART).cloned();
    write_of_content(tx, content, part.actor.as_deref(), &people, at)?;
    Ok(last)
}

//! Reading state of a member: marks everything read or a text unread, and counts the new comments under each topic.

use std::time::Duration;

use ateneu_base::{Timestamp, Value};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::{
    blocks::by_unblocked,
    call::{argument, person},
    procedures::{MAX_UNREAD, may_open_post},
};

/// Maximum number of topics with new comments in a response.
const MAX_TOPICS: i64 = 200;
/// The smallest difference of two instants.
const INSTANT: Duration = Duration::from_micros(1);

pub fn procedures() -> Vec<Procedure> {
    vec![mark_all_read(), mark_post_unread(), unread_comments()]
}

/// Declares the procedure that marks every channel of the caller as read, and the comments under posts that the caller
/// has opened.
fn mark_all_read() -> Procedure {
    Procedure::writes::<()>("mark_community_read", [], rule::member(), |tx, call| {
        for channel in call.caller.facts.channels.iter() {
            let row = [person(call), channel.as_str().into(), call.now.into()];
            let known = tx.write(
                "UPDATE channel_states SET read_at = $3 WHERE user_id = $1 AND channel_id = $2",
                &row,
            )?;
            if known.is_empty() {
                tx.write(
                    "INSERT INTO channel_states (user_id, channel_id, read_at) VALUES ($1, $2, $3)",
                    &row,
                )?;
            }
        }
        tx.write(
            "UPDATE post_states SET read_at = $2
             WHERE user_id = $1 AND EXISTS (SELECT 1 FROM community_posts
                 WHERE id = post_states.post_id AND last_activity_at > post_states.read_at)",
            &[person(call), call.now.into()],
        )?;
        Ok(Json::Null)
    })
}

/// Declares the procedure that marks a post, later posts of its channel, and its comments as unread.
fn mark_post_unread() -> Procedure {
    Procedure::writes::<()>(
        "mark_post_unread",
        [Argument::required("post_id", Kind::Uuid)],
        rule::member(),
        |tx, call| {
            let post = argument(call, "post_id");
            let found: Option<(String, Timestamp)> = tx.query_optional_as(
                "SELECT channel_id, created_at FROM community_posts WHERE id = $1",
                std::slice::from_ref(&post),
            )?;
            let Some((channel, written)) = found else { return Ok(Json::Null) };
            tx.write(
                "UPDATE post_states SET read_at = NULL WHERE user_id = $1 AND post_id = $2",
                &[person(call), post],
            )?;
            tx.write(
                "UPDATE channel_states SET read_at = $3
                 WHERE user_id = $1 AND channel_id = $2 AND read_at > $3",
                &[person(call), channel.into(), (written - INSTANT).into()],
            )?;
            Ok(Json::Null)
        },
    )
}

/// New comments under a post.
#[derive(Deserialize, Serialize, JsonSchema)]
struct NewComments {
    post_id: String,
    /// Number of new comments. The maximum, 100, means 'or more'.
    count: i64,
}

/// Declares the procedure that counts others' new comments under posts of a channel that the caller has opened.
fn unread_comments() -> Procedure {
    Procedure::reads::<Vec<NewComments>>(
        "unread_comments",
        [Argument::required("channel_id", Kind::Text)],
        rule::member(),
        |tx, call| answer(&new_comments(tx, call)?),
    )
}

fn new_comments(tx: &mut Tx<'_>, call: &Call) -> Result<Vec<NewComments>, Error> {
    let channel = argument(call, "channel_id");
    if !channel.as_text().is_some_and(|id| call.caller.facts.channels.contains(id)) {
        return Ok(Vec::new());
    }
    let shown = by_unblocked(call, "community_comments.author_id", "$1");
    let may_open = may_open_post(tx, call, "$5");
    let sql = format!(
        "SELECT post_states.post_id, (
             SELECT count(*) FROM (
                 SELECT 1 FROM community_comments
                 WHERE community_comments.post_id = post_states.post_id
                   AND community_comments.created_at > post_states.read_at
                   AND community_comments.author_id <> $1 AND NOT community_comments.is_hidden
                   AND NOT community_comments.is_deleted {shown}
                 LIMIT $3) counted) AS count
         FROM post_states JOIN community_posts ON community_posts.id = post_states.post_id
         WHERE post_states.user_id = $1 AND community_posts.channel_id = $2 AND {may_open}
           AND community_posts.last_activity_at > post_states.read_at
         ORDER BY community_posts.last_activity_at DESC LIMIT $4"
    );
    let parameters = [
        person(call),
        channel,
        Value::Int(MAX_UNREAD),
        Value::Int(MAX_TOPICS),
        call.caller.facts.entitlement_names(),
    ];
    let mut counts: Vec<NewComments> = tx.query_as(&sql, &parameters)?;
    counts.retain(|new| new.count > 0);
    Ok(counts)
}

//! The procedures of the community that restore deletions and mark as read.

use std::time::Duration;

use ateneu_base::{Timestamp, Value};
use ateneu_data::{Argument, Call, Error, Procedure, answer};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;

use crate::{
    activity,
    blocks::by_unblocked,
    call::{argument, person},
    notices,
    sanctions::refuse_silenced,
};

/// Time within which an author may restore a deletion.
const RESTORABLE: Duration = Duration::from_hours(24);
/// Largest count that is distinguished.
pub const MAX_UNREAD: i64 = 100;

pub fn procedures() -> Vec<Procedure> {
    vec![
        restore("restore_community_post", |tx, call| restored(tx, call, "community_posts")),
        restore("restore_community_comment", |tx, call| restored(tx, call, "community_comments")),
        mark_channel_read(),
        mark_post_read(),
        unread(),
        mark_notices_read(),
    ]
}

/// Declares a procedure that restores a text within a day of its author's deletion. It returns `false` if there is
/// none, or the staff has decided.
fn restore(name: &'static str, run: fn(&mut Tx<'_>, &Call) -> Result<Json, Error>) -> Procedure {
    Procedure::writes::<bool>(name, [Argument::required("id", Kind::Uuid)], rule::member(), run)
}

fn restored(tx: &mut Tx<'_>, call: &Call, table: &str) -> Result<Json, Error> {
    refuse_silenced(&call.caller)?;
    let since = call.now - RESTORABLE;
    let sql = format!(
        "UPDATE {table} SET deleted_at = NULL, is_deleted = FALSE, updated_at = $2
         WHERE id = $1 AND is_deleted AND author_id = $3 AND NOT is_hidden AND deleted_at > $4"
    );
    let rows = tx.write(&sql, &[argument(call, "id"), call.now.into(), person(call), since.into()])?;
    if table == "community_comments" {
        let posts = rows.iter().filter_map(|row| row.text("post_id"));
        posts.into_iter().try_for_each(|post| activity::recompute(tx, post))?;
    }
    Ok(Json::Bool(!rows.is_empty()))
}

/// Declares the procedure that marks a channel as read until an instant. Never goes back, and never beyond now.
fn mark_channel_read() -> Procedure {
    Procedure::writes::<()>(
        "mark_channel_read",
        [Argument::required("channel_id", Kind::Text), Argument::required("read_at", Kind::Timestamp)],
        rule::member(),
        |tx, call| {
            let channel = call.text("channel_id").unwrap_or_default();
            if !call.caller.facts.channels.contains(channel) {
                return Ok(Json::Null);
            }
            mark_read(tx, call, "channel_states", "channel_id", read_at(call))
        },
    )
}

/// Declares the procedure that marks a post's comments as read until an instant. Never goes back, and never beyond now.
fn mark_post_read() -> Procedure {
    Procedure::writes::<()>(
        "mark_post_read",
        [Argument::required("post_id", Kind::Uuid), Argument::required("read_at", Kind::Timestamp)],
        rule::member(),
        |tx, call| {
            notices::read_post(tx, person(call), argument(call, "post_id"), read_at(call))?;
            let sql = "SELECT channel_id FROM community_posts WHERE id = $1";
            let channel: Option<String> = tx.query_optional_as(sql, &[argument(call, "post_id")])?;
            if !channel.is_some_and(|channel| call.caller.facts.channels.contains(&channel)) {
                return Ok(Json::Null);
            }
            mark_read(tx, call, "post_states", "post_id", read_at(call))
        },
    )
}

/// Returns the instant until which the caller has read, never beyond now.
fn read_at(call: &Call) -> Timestamp {
    let wanted = call.text("read_at");
    wanted.and_then(|at| Timestamp::parse(at).ok()).map_or(call.now, |at| at.min(call.now))
}

fn mark_read(
    tx: &mut Tx<'_>,
    call: &Call,
    table: &str,
    key: &str,
    read_at: Timestamp,
) -> Result<Json, Error> {
    let id = argument(call, key);
    let known = tx.query_optional(
        &format!("SELECT read_at FROM {table} WHERE user_id = $1 AND {key} = $2"),
        &[person(call), id.clone()],
    )?;
    match known {
        None => tx.write(
            &format!(
                "INSERT INTO {table} (user_id, {key}, read_at) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id, {key}) DO UPDATE SET read_at = excluded.read_at"
            ),
            &[person(call), id, read_at.into()],
        )?,
        Some(_) => tx.write(
            &format!("UPDATE {table} SET read_at = $3 WHERE user_id = $1 AND {key} = $2 AND (read_at IS NULL OR read_at < $3)"),
            &[person(call), id, read_at.into()],
        )?,
    };
    Ok(Json::Null)
}

/// Unread posts of a channel.
#[derive(Serialize, JsonSchema)]
struct Unread {
    channel_id: String,
    /// Number of unread posts. The maximum, 100, means 'or more'.
    count: i64,
}

/// Declares the procedure that counts the unread posts of each channel. Own ones and those older than the account count
/// as read. Muted channels are left out.
fn unread() -> Procedure {
    Procedure::reads::<Vec<Unread>>("community_unread", [], rule::member(), |tx, call| {
        let channels = &call.caller.facts.channels;
        let mut counts = Vec::with_capacity(channels.len());
        let shown = by_unblocked(call, "community_posts.author_id", "$2");
        let may_open = may_open_post(tx, call, "$4");
        let sql = format!(
            "SELECT count(*) FROM (
                     SELECT 1 FROM community_posts
                     WHERE channel_id = $1 AND author_id <> $2 AND NOT is_hidden AND NOT is_deleted {shown} AND {may_open}
                       AND coalesce(
                           (SELECT level FROM post_states WHERE user_id = $2 AND post_id = community_posts.id),
                           (SELECT level FROM channel_states WHERE user_id = $2 AND channel_id = $1),
                           'normal') <> 'silenciar'
                       AND created_at > coalesce(
                           (SELECT read_at FROM channel_states WHERE user_id = $2 AND channel_id = $1),
                           (SELECT created_at FROM users WHERE id = $2), '')
                     LIMIT $3) unread"
        );
        for channel_id in channels.iter() {
            let parameters = [
                channel_id.into(),
                person(call),
                Value::Int(MAX_UNREAD),
                call.caller.facts.entitlement_names(),
            ];
            let count = tx.query_one_as(&sql, &parameters)?;
            counts.push(Unread { channel_id: channel_id.clone(), count });
        }
        answer(&counts)
    })
}

/// Returns SQL: the caller's plan opens a row of `community_posts`. `names` is the parameter with
/// [`Facts::entitlement_names`](ateneu_base::Facts::entitlement_names).
pub fn may_open_post(tx: &Tx<'_>, call: &Call, names: &str) -> String {
    let held = tx.dialect().among("community_posts.entitlement", names);
    // The parameter is bound for all callers.
    if call.caller.is_staff() { format!("(TRUE OR {held})") } else { held }
}

/// Declares the procedure that marks notices of the caller as read: one, or all without an id.
fn mark_notices_read() -> Procedure {
    Procedure::writes::<()>(
        "mark_notices_read",
        [Argument::optional("id", Kind::Uuid)],
        rule::signed_in(),
        |tx, call| {
            let id = argument(call, "id");
            tx.write(
                "UPDATE notices SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL AND ($4 OR id = $3)",
                &[person(call), call.now.into(), id.clone(), Value::Bool(id.is_null())],
            )?;
            Ok(Json::Null)
        },
    )
}

//! Broadcasts that are stored for a while, for later joins.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Db, Error, Tx};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;

use crate::{frame::Body, join::Replay};

/// Maximum and default time for which a broadcast is stored.
pub const MAX_RETENTION: Duration = Duration::from_secs(72 * 3_600);
/// Maximum number and bytes of a person's stored broadcasts: the newest.
const OF_PERSON: (i64, i64) = (100, 1 << 20);
/// Maximum number and bytes of a topic's stored broadcasts.
const OF_TOPIC: (i64, i64) = (1_000, 8 << 20);

/// A stored broadcast.
pub struct Stored {
    /// Id of the broadcast, repeated in `meta.id`.
    pub id: String,
    /// Account that sent the broadcast. `None` for the service.
    pub sender_id: Option<String>,
    /// The application's event.
    pub event: String,
    /// Payload of the broadcast.
    pub body: Body,
}

/// Stores a broadcast on a private topic. Returns its id. Removes expired ones, and the oldest of the sender and of the
/// topic beyond their limits.
pub async fn store(
    db: &Db,
    sender_id: Option<&str>,
    topic: &str,
    event: &str,
    body: &Body,
    time: Duration,
    now: Timestamp,
) -> Result<String, Error> {
    let (payload, is_bytes) = match body {
        Body::Json(json) => (json.to_string(), false),
        Body::Bytes(bytes) => (BASE64_STANDARD.encode(bytes), true),
    };
    let (sender_id, topic, event) = (sender_id.map(str::to_owned), topic.to_owned(), event.to_owned());
    let bytes = (payload.len() + topic.len() + event.len()) as i64;
    let id = ids::row_id(now);
    let own = id.clone();
    db.write(move |tx| {
        tx.execute("DELETE FROM realtime_messages WHERE expires_at < $1", &[now.into()])?;
        let insert =
            "INSERT INTO realtime_messages (id, sender_id, topic, event, payload, is_bytes, bytes, stored_at, expires_at)
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        let expires = now + time.min(MAX_RETENTION);
        tx.execute(
            insert,
            &[
                own.into(),
                sender_id.clone().into(),
                topic.as_str().into(),
                event.into(),
                payload.into(),
                is_bytes.into(),
                bytes.into(),
                now.into(),
                expires.into(),
            ],
        )?;
        if let Some(sender_id) = sender_id {
            remove_oldest(tx, "sender_id", &sender_id, OF_PERSON)?;
        }
        remove_oldest(tx, "topic", &topic, OF_TOPIC)
    })
    .await?;
    Ok(id)
}

/// Removes the broadcasts whose `column` has this value, except the newest.
fn remove_oldest(tx: &mut Tx<'_>, column: &str, value: &str, most: (i64, i64)) -> Result<(), Error> {
    let newest = "OVER (ORDER BY stored_at DESC, id DESC)";
    let delete = format!(
        "DELETE FROM realtime_messages WHERE id IN (SELECT id FROM (
             SELECT id, row_number() {newest} AS place, sum(bytes) {newest} AS total
             FROM realtime_messages WHERE {column} = $1) AS kept WHERE place > $2 OR total > $3)"
    );
    tx.execute(&delete, &[value.into(), most.0.into(), most.1.into()])?;
    Ok(())
}

/// Returns the newest broadcasts that a join requests, oldest first.
pub async fn replayed(db: &Db, topic: &str, replay: Replay, now: Timestamp) -> Result<Vec<Stored>, Error> {
    let topic = topic.to_owned();
    let since = Timestamp::from_seconds(0) + Duration::from_millis(u64::try_from(replay.since).unwrap_or(0));
    let mut stored: Vec<Row> = db
        .read(move |tx| {
            let select = "SELECT id, sender_id, event, payload, is_bytes FROM realtime_messages
                          WHERE topic = $1 AND stored_at >= $2 AND expires_at > $3
                          ORDER BY stored_at DESC, id DESC LIMIT $4";
            tx.query_as(select, &[topic.into(), since.into(), now.into(), replay.limit.into()])
        })
        .await?;
    stored.reverse();
    Ok(stored.into_iter().filter_map(read).collect())
}

/// The columns of a stored broadcast.
type Row = (String, Option<String>, String, String, bool);

/// Decodes a stored row. Returns `None` and logs if its payload is invalid.
fn read((id, sender_id, event, payload, is_bytes): Row) -> Option<Stored> {
    let body = match is_bytes {
        true => BASE64_STANDARD.decode(payload).map(|bytes| Body::Bytes(Bytes::from(bytes))).ok(),
        false => serde_json::from_str(&payload).map(Body::Json).ok(),
    };
    if body.is_none() {
        tracing::error!(id, "a stored broadcast cannot be read");
    }
    Some(Stored { id, sender_id, event, body: body? })
}

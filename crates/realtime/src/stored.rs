//! Broadcasts that are stored for a while, so that a later join can ask for them.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::{Db, Error};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;

use crate::{frame::Body, join::Replay};

/// How long a broadcast is stored at most, and where its sender names no time.
pub const LONGEST: Duration = Duration::from_secs(72 * 3_600);

/// A stored broadcast.
pub struct Stored {
    /// Its id, repeated in `meta.id`.
    pub id: String,
    /// The application's event.
    pub event: String,
    /// What it carries.
    pub body: Body,
}

/// Stores a broadcast on a private topic; returns its id. Removes those whose time is over.
///
/// # Errors
/// The database's.
pub async fn store(
    db: &Db,
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
    let (topic, event) = (topic.to_owned(), event.to_owned());
    let id = ids::row_id(now);
    let own = id.clone();
    db.write(move |tx| {
        tx.execute("DELETE FROM realtime_messages WHERE expires_at < $1", &[now.into()])?;
        let insert =
            "INSERT INTO realtime_messages (id, topic, event, payload, is_bytes, stored_at, expires_at)
                      VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let expires = now + time.min(LONGEST);
        tx.execute(
            insert,
            &[
                own.into(),
                topic.into(),
                event.into(),
                payload.into(),
                is_bytes.into(),
                now.into(),
                expires.into(),
            ],
        )
    })
    .await?;
    Ok(id)
}

/// The newest broadcasts that a join asks for, oldest first.
///
/// # Errors
/// The database's.
pub async fn replayed(db: &Db, topic: &str, replay: Replay, now: Timestamp) -> Result<Vec<Stored>, Error> {
    let topic = topic.to_owned();
    let since = Timestamp::from_seconds(0) + Duration::from_millis(u64::try_from(replay.since).unwrap_or(0));
    let mut stored: Vec<(String, String, String, bool)> = db
        .read(move |tx| {
            let select = "SELECT id, event, payload, is_bytes FROM realtime_messages
                          WHERE topic = $1 AND stored_at >= $2 AND expires_at > $3
                          ORDER BY stored_at DESC, id DESC LIMIT $4";
            tx.query_as(select, &[topic.into(), since.into(), now.into(), replay.limit.into()])
        })
        .await?;
    stored.reverse();
    Ok(stored.into_iter().filter_map(read).collect())
}

/// None where what it carries cannot be read, which is logged.
fn read((id, event, payload, is_bytes): (String, String, String, bool)) -> Option<Stored> {
    let body = match is_bytes {
        true => BASE64_STANDARD.decode(payload).map(|bytes| Body::Bytes(Bytes::from(bytes))).ok(),
        false => serde_json::from_str(&payload).map(Body::Json).ok(),
    };
    if body.is_none() {
        tracing::error!(id, "a stored broadcast cannot be read");
    }
    Some(Stored { id, event, body: body? })
}

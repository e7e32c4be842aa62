//! Sends messages to push services, within the recipients' present rights.

use std::{sync::Arc, time::Duration};

use ateneu_auth::facts_of;
use ateneu_base::{Caller, Clock, Timestamp};
use ateneu_db::{Db, Error, Tx};
use ateneu_outbound::{self as outbound, Limits, Outbound};
use ateneu_queue::{Handler, Leased, Outcome, Queue};
use ateneu_schema::Schema;
use http::{HeaderMap, HeaderValue};
use serde_json::json;
use url::Url;

use super::{PUSH, PushKey, encrypt::Keys};
use crate::rights::{Rights, is_over};

const LIMITS: Limits =
    Limits { time: Duration::from_secs(10), bytes: 64 * 1024, beginning: true, redirects: 0 };
/// Time in seconds for which a push service keeps a message for an offline device.
const TTL: &str = "86400";

/// Sends messages. Clones share it.
#[derive(Clone)]
pub struct PushSender {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// All tables, whose rules decide which texts a message may contain.
    pub schema: Arc<Schema>,
    /// Client for the push services.
    pub outbound: Outbound,
    /// Key with which browsers subscribe.
    pub key: PushKey,
}

/// A message, with its devices.
struct Message {
    body: String,
    devices: Vec<Device>,
}

struct Device {
    id: String,
    endpoint: String,
    keys: Option<Keys>,
}

/// Outcome of a request to a push service.
enum Sent {
    Done,
    /// The subscription has ended.
    Ended,
    Later(String),
}

impl PushSender {
    /// Returns the newest of these notices that its person may still see.
    fn message(&self, tx: &mut Tx<'_>, tasks: &[String], now: Timestamp) -> Result<Option<Message>, Error> {
        let (posts, contents) = Rights::of_titles(&self.schema)?;
        for notice in tasks.iter().rev() {
            let sql = format!(
                "SELECT notices.user_id, notices.post_id, notices.comment_id, notices.content_id, {}, {}, {}
                 FROM notices JOIN users ON users.id = notices.user_id
                 LEFT JOIN community_posts posts ON posts.id = notices.post_id
                 LEFT JOIN community_comments comments ON comments.id = notices.comment_id
                 LEFT JOIN contents ON contents.id = notices.content_id
                 WHERE notices.id = $1 AND notices.read_at IS NULL AND users.deleted_at IS NULL
                   AND (users.banned_until IS NULL OR users.banned_until <= $2)",
                is_over("notices"),
                posts.select("posts"),
                contents.select("contents"),
            );
            let Some(row) = tx.query_optional(&sql, &[notice.as_str().into(), now.into()])? else { continue };
            if row.boolean("is_over") {
                continue;
            }
            let user = row.text("user_id").unwrap_or_default().to_owned();
            let facts = facts_of(tx, &self.schema.facts_sql().unwrap_or_default(), &user, now)?;
            let caller = Caller::person(&user, facts);
            let (post, comment) = (row.text("post_id"), row.text("comment_id"));
            let may_read = match (post, row.text("content_id")) {
                (Some(_), _) => posts.readable_text(&row, &caller, now).is_some(),
                (None, Some(_)) => contents.readable_text(&row, &caller, now).is_some(),
                (None, None) => true,
            };
            if !may_read {
                continue;
            }
            let path = match (post, comment) {
                (Some(post), Some(comment)) => format!("/membros/publicacao/{post}#c-{comment}"),
                (Some(post), None) => format!("/membros/publicacao/{post}"),
                _ => "/membros/avisos".to_owned(),
            };
            let body = json!({ "id": notice, "path": path, "title": "Novo aviso",
                "text": "Há uma novidade para você na comunidade." });
            return Ok(Some(Message { body: body.to_string(), devices: devices(tx, &user)? }));
        }
        Ok(None)
    }

    async fn send(&self, device: &Device, body: &str) -> Sent {
        let (Some(keys), Ok(url)) = (&device.keys, Url::parse(&device.endpoint)) else { return Sent::Ended };
        let origin = url.origin().ascii_serialization();
        let authorization = self.key.authorization(&origin, self.clock.now());
        let (Ok(body), Ok(authorization)) = (keys.encrypt(body.as_bytes()), authorization) else {
            return Sent::Later("the message could not be encrypted".into());
        };
        let Ok(authorization) = HeaderValue::from_str(&authorization) else {
            return Sent::Later("the message could not be signed".into());
        };
        let mut headers = HeaderMap::new();
        headers.insert("authorization", authorization);
        headers.insert("content-encoding", HeaderValue::from_static("aes128gcm"));
        headers.insert("content-type", HeaderValue::from_static("application/octet-stream"));
        headers.insert("ttl", HeaderValue::from_static(TTL));
        headers.insert("urgency", HeaderValue::from_static("normal"));
        // A device that was offline gets only the newest.
        headers.insert("topic", HeaderValue::from_static("avisos"));
        match self.outbound.post(&url, headers, body, LIMITS).await {
            Ok(answer) => match answer.status.as_u16() {
                200..=299 => Sent::Done,
                404 | 410 => Sent::Ended,
                408 | 429 | 500..=599 => Sent::Later(answer.status.to_string()),
                status => {
                    tracing::warn!(status, host = url.host_str(), "a push service refused a message");
                    Sent::Done
                }
            },
            // A refused address stays refused.
            Err(outbound::Error::Refused) => Sent::Ended,
            Err(error) => Sent::Later(error.to_string()),
        }
    }

    async fn send_all(&self, message: &Message) -> Result<Outcome, Error> {
        let mut later = None;
        for device in &message.devices {
            match self.send(device, &message.body).await {
                Sent::Done => {}
                Sent::Ended => {
                    let (sql, id) = ("DELETE FROM push_subscriptions WHERE id = $1", device.id.clone());
                    self.db.write(move |tx| tx.write(sql, &[id.into()])).await?;
                }
                Sent::Later(why) => later = Some(why),
            }
        }
        Ok(later.map_or(Outcome::Done, Outcome::Later))
    }
}

fn devices(tx: &mut Tx<'_>, user: &str) -> Result<Vec<Device>, Error> {
    let found: Vec<(String, String, String, String)> = tx.query_as(
        "SELECT id, endpoint, public_key, auth FROM push_subscriptions WHERE user_id = $1 ORDER BY id",
        &[user.into()],
    )?;
    let devices = found.into_iter().map(|(id, endpoint, public_key, auth)| Device {
        id,
        endpoint,
        keys: Keys::read(&public_key, &auth),
    });
    Ok(devices.collect())
}

impl Handler for PushSender {
    fn queue(&self) -> Queue {
        PUSH
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, Error> {
        let ids: Vec<String> = tasks.iter().map(|task| task.id.clone()).collect();
        let (sender, now) = (self.clone(), self.clock.now());
        let message = self.db.read(move |tx| sender.message(tx, &ids, now)).await?;
        let outcome = match message {
            Some(message) => self.send_all(&message).await?,
            None => Outcome::Ignored("o aviso não existe mais".into()),
        };
        self.db.write(move |tx| PUSH.remove_old(tx, now).map(drop)).await?;
        Ok(Some(outcome))
    }
}

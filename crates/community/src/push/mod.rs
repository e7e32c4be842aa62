//! Notices on devices, by web push: subscribed by a click, sent by a queue after the notice. A message holds ids and a
//! neutral text. Rights are checked again when it is sent, and by the page that it opens.

mod encrypt;
mod send;
mod vapid;

use ateneu_base::{Timestamp, Value, ids};
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::{Row, Tx};
use ateneu_queue::{Queue, Task};
use ateneu_schema::{Kind, rule};
use axum::{Router, http::header, routing::get};
use serde::Deserialize;
use serde_json::Value as Json;
use url::Url;

pub use send::PushSender;
pub use vapid::PushKey;

use encrypt::Keys;

use crate::{
    call::{argument, person},
    refused::Refused,
};

/// Queue of the messages.
pub const PUSH: Queue = Queue::new("push")
    .label("Avisos em aparelhos")
    .pauses(&[60, 600, 3_600])
    .retention_days(2)
    .concurrency(4);

/// Maximum number of devices of a person. Another one replaces the oldest.
const MAX_DEVICES: i64 = 10;
const MAX_ENDPOINT_LENGTH: usize = 1_000;

/// Returns the route of the service worker, which only shows messages and opens their pages.
pub fn router() -> Router {
    const WORKER: &str = include_str!("worker.js");
    let headers =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    Router::new().route("/push-worker.js", get(async move || (headers, WORKER)))
}

pub fn procedures() -> Vec<Procedure> {
    vec![Procedure::writes::<()>(
        "subscribe_to_push",
        [
            Argument::required("endpoint", Kind::Text),
            Argument::required("public_key", Kind::Text),
            Argument::required("auth", Kind::Text),
        ],
        rule::member(),
        subscribe,
    )]
}

/// Subscribes the caller's device while the session lasts. A device belongs to the last person who subscribed.
fn subscribe(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let (endpoint, public, auth) =
        (argument(call, "endpoint"), argument(call, "public_key"), argument(call, "auth"));
    let text = |value: &Value| value.as_text().unwrap_or_default().to_owned();
    let is_address = Url::parse(&text(&endpoint)).is_ok_and(|url| url.scheme() == "https")
        && text(&endpoint).len() <= MAX_ENDPOINT_LENGTH;
    if !is_address || Keys::read(&text(&public), &text(&auth)).is_none() {
        return Err(Refused::PushSubscriptionUnusable.into());
    }
    tx.write("DELETE FROM push_subscriptions WHERE endpoint = $1", std::slice::from_ref(&endpoint))?;
    tx.write(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND id NOT IN (
             SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2)",
        &[person(call), Value::Int(MAX_DEVICES - 1)],
    )?;
    tx.write(
        "INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, public_key, auth, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        &[
            ids::row_id(call.now).into(),
            person(call),
            call.caller.session_id.as_deref().into(),
            endpoint,
            public,
            auth,
            call.now.into(),
        ],
    )?;
    Ok(Json::Null)
}

/// Queues a push task for each notice whose recipient has subscribed.
pub fn queue_pushes(tx: &mut Tx<'_>, notices: &[Row]) -> Result<(), ateneu_db::Error> {
    let people: Vec<&str> = notices.iter().filter_map(|row| row.text("user_id")).collect();
    let sql = format!(
        "SELECT DISTINCT user_id FROM push_subscriptions WHERE {}",
        tx.dialect().among("user_id", "$1")
    );
    let subscribed: Vec<String> = tx.query_as(&sql, &[Json::from(people).to_string().into()])?;
    for notice in notices {
        let Notice { id, user_id, created_at } = notice.read()?;
        if subscribed.contains(&user_id) {
            let task = Task {
                id,
                kind: "notice".into(),
                // Due messages to one person become one.
                group_key: Some(user_id),
                happened_at: created_at,
                payload: String::new(),
            };
            PUSH.push(tx, &task, created_at)?;
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct Notice {
    id: String,
    user_id: String,
    created_at: Timestamp,
}

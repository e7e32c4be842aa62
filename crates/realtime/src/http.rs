//! The endpoints: the WebSocket, and broadcasts over HTTP.

use std::{sync::Arc, time::Duration};

use ateneu_base::Presented;
use axum::{
    Extension, Json, Router,
    body::{Body as HttpBody, to_bytes},
    extract::{Path, Query, State},
    http::{HeaderMap, Request, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    channel::BROADCAST_BYTES,
    frame::{Body, Version},
    refusal::refusal,
    service::Service,
    socket, stored,
    topic::{PREFIX, TopicKey},
    transport,
};

/// Maximum number of messages in a request.
const MESSAGES: usize = 100;
/// Maximum size of a body with several messages, also for visitors, who may send none.
const BATCH_BYTES: usize = 4 * BROADCAST_BYTES;
const VISITOR_BYTES: usize = 64 << 10;

pub(crate) fn router(service: Service) -> Router {
    Router::new()
        .route("/websocket", get(open))
        .route("/api/broadcast", post(broadcast))
        .route("/api/broadcast/{topic}/events/{event}", post(send))
        .route("/{*rest}", any(|| async { problem(StatusCode::NOT_FOUND, "not found") }))
        .with_state(service)
}

fn problem(status: StatusCode, text: &str) -> Response {
    (status, Json(json!({ "error": text }))).into_response()
}

#[derive(Deserialize)]
struct Connect {
    apikey: Option<String>,
    vsn: Option<String>,
}

async fn open(
    State(service): State<Service>,
    Query(query): Query<Connect>,
    mut request: Request<HttpBody>,
) -> Response {
    let headers = request.headers();
    let Some(version) = Version::from_parameter(query.vsn.as_deref()) else {
        return problem(StatusCode::BAD_REQUEST, "unknown vsn");
    };
    let header = headers.get("apikey").and_then(|value| value.to_str().ok());
    let Some(key) = query.apikey.as_deref().or(header).filter(|key| !key.is_empty()) else {
        return problem(StatusCode::UNAUTHORIZED, "no apikey");
    };
    if let Err(error) = service.verify(key).await {
        return problem(StatusCode::UNAUTHORIZED, refusal(error));
    }
    if service.hub.is_draining() {
        return problem(StatusCode::SERVICE_UNAVAILABLE, "Realtime is restarting, please standby");
    }
    let key: Arc<str> = Arc::from(key);
    let Some(accepted) = transport::accepted(headers) else {
        return problem(StatusCode::UPGRADE_REQUIRED, "this address is for WebSockets");
    };
    transport::serve(&mut request, move |stream| socket::serve(stream, service, version, key));
    accepted
}

/// Reads a body of at most `most` bytes.
async fn read(body: HttpBody, most: usize) -> Result<Bytes, Response> {
    to_bytes(body, most).await.map_err(|_| too_large())
}

fn too_large() -> Response {
    problem(StatusCode::PAYLOAD_TOO_LARGE, "Payload size exceeds limit")
}

#[derive(Deserialize)]
struct Batch {
    messages: Vec<Message>,
}

#[derive(Deserialize)]
struct Message {
    topic: String,
    event: String,
    #[serde(default)]
    payload: Value,
    #[serde(default)]
    private: bool,
}

/// Sends messages of servers, and of clients that have not joined. Those that the caller may not send are dropped.
async fn broadcast(
    State(service): State<Service>,
    Extension(presented): Extension<Presented>,
    body: HttpBody,
) -> Response {
    let caller = match presented.caller {
        Ok(caller) => caller,
        Err(error) => return problem(StatusCode::UNAUTHORIZED, refusal(error)),
    };
    let is_known = caller.is_signed_in() || caller.is_service();
    let bytes = match read(body, if is_known { BATCH_BYTES } else { VISITOR_BYTES }).await {
        Ok(bytes) => bytes,
        Err(refused) => return refused,
    };
    let batch: Batch = match serde_json::from_slice(&bytes) {
        Ok(batch) => batch,
        Err(error) => return invalid(&json!({ "messages": [error.to_string()] })),
    };
    if batch.messages.len() > MESSAGES {
        return problem(
            StatusCode::TOO_MANY_REQUESTS,
            "Too many messages to broadcast, please reduce the batch size",
        );
    }
    if batch.messages.iter().any(|message| message.topic.is_empty() || message.event.is_empty()) {
        return invalid(
            &json!({ "messages": [{ "topic": ["can't be blank"], "event": ["can't be blank"] }] }),
        );
    }
    let messages = batch.messages.into_iter().map(|message| {
        let body = Body::Json(message.payload);
        (message.topic, message.event, message.private, body)
    });
    let messages: Vec<_> = messages.collect();
    if messages.iter().any(|(_, event, _, body)| event.len() + body.len() > BROADCAST_BYTES) {
        return too_large();
    }
    if !service.may_send(&caller, messages.len()) {
        return too_many();
    }
    for (topic, event, is_private, body) in messages {
        let name = topic.strip_prefix(PREFIX).unwrap_or(&topic);
        if service.rights(name, is_private, &caller).write {
            let meta = service.signed(caller.user_id.as_deref(), name, is_private, None);
            service.broadcast(&key(name, is_private), &event, body, meta, None).await;
        }
    }
    StatusCode::ACCEPTED.into_response()
}

#[derive(Deserialize)]
struct Options {
    private: Option<bool>,
    /// True to store the message for later joins.
    persist: Option<bool>,
    /// Seconds for which it is stored.
    #[serde(rename = "persist[ttl]")]
    seconds: Option<u64>,
}

/// Sends one message with its unwrapped body: JSON or bytes.
async fn send(
    State(service): State<Service>,
    Extension(presented): Extension<Presented>,
    Path((topic, event)): Path<(String, String)>,
    Query(options): Query<Options>,
    headers: HeaderMap,
    body: HttpBody,
) -> Response {
    let caller = match presented.caller {
        Ok(caller) => caller,
        Err(error) => return problem(StatusCode::UNAUTHORIZED, refusal(error)),
    };
    let is_private = options.private == Some(true);
    if !service.rights(&topic, is_private, &caller).write {
        return problem(StatusCode::FORBIDDEN, "You do not have permissions to write to this Channel topic");
    }
    if !service.may_send(&caller, 1) {
        return too_many();
    }
    let bytes = match read(body, BROADCAST_BYTES).await {
        Ok(bytes) => bytes,
        Err(refused) => return refused,
    };
    let is_binary = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("application/octet-stream"));
    let body = match is_binary {
        true => Body::Bytes(bytes),
        false if bytes.is_empty() => Body::Json(json!({})),
        false => match serde_json::from_slice(&bytes) {
            Ok(payload) => Body::Json(payload),
            Err(_) => return invalid(&json!({ "payload": ["is invalid"] })),
        },
    };
    let time = match (options.seconds, options.persist) {
        (Some(seconds), _) => Some(Duration::from_secs(seconds)),
        (None, Some(true)) => Some(stored::MAX_RETENTION),
        _ => None,
    };
    let mut meta = None;
    if let Some(time) = time {
        if !is_private {
            return invalid(&json!({ "persist": ["is only allowed for private channels"] }));
        }
        match service.store(&caller, &topic, &event, &body, time).await {
            Ok(id) => meta = Some(json!({ "id": id })),
            Err(error) => {
                tracing::error!(%error, "a broadcast could not be stored");
                return problem(StatusCode::SERVICE_UNAVAILABLE, "the message could not be stored");
            }
        }
    }
    let meta = service.signed(caller.user_id.as_deref(), &topic, is_private, meta);
    service.broadcast(&key(&topic, is_private), &event, body, meta, None).await;
    StatusCode::ACCEPTED.into_response()
}

fn too_many() -> Response {
    problem(StatusCode::TOO_MANY_REQUESTS, "Too many messages")
}

fn key(name: &str, is_private: bool) -> TopicKey {
    TopicKey { topic: Arc::from(format!("{PREFIX}{name}")), is_private }
}

fn invalid(errors: &Value) -> Response {
    (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({ "errors": errors }))).into_response()
}

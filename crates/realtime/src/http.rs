//! The endpoints: the WebSocket, and broadcasts over HTTP.

use std::{sync::Arc, time::Duration};

use ateneu_base::Presented;
use axum::{
    Extension, Json, Router,
    extract::{DefaultBodyLimit, Path, Query, State, WebSocketUpgrade, rejection::JsonRejection},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{any, get, post},
};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Service,
    channel::BROADCAST_BYTES,
    frame::{Body, Version},
    hub::{PREFIX, TopicKey},
    service::refusal,
    socket, stored,
};

/// Largest frame of a client.
const FRAME_BYTES: usize = 5 << 20;
/// Bytes of the buffers of one socket; ten thousand sockets are mostly idle.
const BUFFER_BYTES: usize = 2 << 10;
/// Bytes of frames that are sent at once, where so many wait.
const WRITE_BYTES: usize = 8 << 10;
/// Most messages of one request.
const MESSAGES: usize = 100;

pub(crate) fn router(service: Service) -> Router {
    Router::new()
        .route("/websocket", get(open))
        .route("/api/broadcast", post(broadcast))
        .route("/api/broadcast/{topic}/events/{event}", post(send))
        .route("/{*rest}", any(|| async { problem(StatusCode::NOT_FOUND, "not found") }))
        .layer(DefaultBodyLimit::max(BROADCAST_BYTES + (64 << 10)))
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
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
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
    upgrade
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_write_buffer_size(FRAME_BYTES + (1 << 20))
        .max_message_size(FRAME_BYTES)
        .max_frame_size(FRAME_BYTES)
        .on_upgrade(move |stream| socket::serve(stream, service, version, key))
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

/// Messages of servers, and of clients that have not joined. Those that the caller may not send are dropped.
async fn broadcast(
    State(service): State<Service>,
    Extension(presented): Extension<Presented>,
    batch: Result<Json<Batch>, JsonRejection>,
) -> Response {
    let Json(batch) = match batch {
        Ok(batch) => batch,
        Err(rejection) => return invalid(&json!({ "messages": [rejection.body_text()] })),
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
    let caller = match presented.caller {
        Ok(caller) => caller,
        Err(error) => return problem(StatusCode::UNAUTHORIZED, refusal(error)),
    };
    if !service.may_send(&caller, batch.messages.len()) {
        return too_many();
    }
    for message in batch.messages {
        let name = message.topic.strip_prefix(PREFIX).unwrap_or(&message.topic);
        let body = Body::Json(message.payload);
        if service.rights(name, message.private, &caller).write && body.len() <= BROADCAST_BYTES {
            let meta = service.signed(&caller, name, message.private, None);
            service.broadcast(&key(name, message.private), &message.event, body, meta, None).await;
        }
    }
    StatusCode::ACCEPTED.into_response()
}

#[derive(Deserialize)]
struct Options {
    private: Option<bool>,
    /// `true` stores the message for later joins.
    persist: Option<bool>,
    /// Stores it for so many seconds.
    #[serde(rename = "persist[ttl]")]
    seconds: Option<u64>,
}

/// One message, its body as it is: JSON or bytes.
async fn send(
    State(service): State<Service>,
    Extension(presented): Extension<Presented>,
    Path((topic, event)): Path<(String, String)>,
    Query(options): Query<Options>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Response {
    let caller = match presented.caller {
        Ok(caller) => caller,
        Err(error) => return problem(StatusCode::UNAUTHORIZED, refusal(error)),
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
    if body.len() > BROADCAST_BYTES {
        return problem(StatusCode::PAYLOAD_TOO_LARGE, "Payload size exceeds limit");
    }
    let is_private = options.private == Some(true);
    if !service.rights(&topic, is_private, &caller).write {
        return problem(StatusCode::FORBIDDEN, "You do not have permissions to write to this Channel topic");
    }
    if !service.may_send(&caller, 1) {
        return too_many();
    }
    let time = match (options.seconds, options.persist) {
        (Some(seconds), _) => Some(Duration::from_secs(seconds)),
        (None, Some(true)) => Some(stored::LONGEST),
        _ => None,
    };
    let mut meta = None;
    if let Some(time) = time {
        if !is_private {
            return invalid(&json!({ "persist": ["is only allowed for private channels"] }));
        }
        match service.store(&topic, &event, &body, time).await {
            Ok(id) => meta = Some(json!({ "id": id })),
            Err(error) => {
                tracing::error!(%error, "a broadcast could not be stored");
                return problem(StatusCode::SERVICE_UNAVAILABLE, "the message could not be stored");
            }
        }
    }
    let meta = service.signed(&caller, &topic, is_private, meta);
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

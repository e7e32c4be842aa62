//! `POST /webhooks/stripe`: verifies the signature, stores the event once and responds at once. The worker handles it.

use ateneu_base::Timestamp;
use ateneu_queue::Task;
use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use serde::Deserialize;
use serde_json::json;

use crate::{
    Error, Payments,
    events::{EVENTS, event},
    provider::signature,
};

/// Maximum size of an event in bytes.
const MAX_EVENT_BYTES: usize = 1024 * 1024;

pub(crate) fn router(payments: Payments) -> Router {
    Router::new()
        .route("/webhooks/stripe", post(receive))
        .layer(DefaultBodyLimit::max(MAX_EVENT_BYTES))
        .with_state(payments)
}

/// Fields of an event that are read before it is stored.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    created: i64,
    #[serde(default)]
    livemode: bool,
}

async fn receive(State(payments): State<Payments>, headers: HeaderMap, body: Bytes) -> Response {
    match store(&payments, &headers, &body).await {
        Ok(is_new) => (StatusCode::OK, Json(json!({ "received": true, "new": is_new }))).into_response(),
        Err((status, code)) => {
            tracing::warn!(code, "an event of the payment provider is refused");
            (status, Json(json!({ "code": code, "error": code }))).into_response()
        }
    }
}

async fn store(payments: &Payments, headers: &HeaderMap, body: &Bytes) -> Result<bool, (StatusCode, String)> {
    let refused = |code: &str| (StatusCode::BAD_REQUEST, code.to_owned());
    let header = headers.get("stripe-signature").and_then(|value| value.to_str().ok());
    let now = payments.now();
    signature::verify(header.unwrap_or_default(), body, &payments.0.webhook_secrets, now)
        .map_err(|why| refused(&why.to_string()))?;
    let event: Event = serde_json::from_slice(body).map_err(|_| refused("not_an_event"))?;
    if event.livemode != payments.provider().is_live() {
        return Err(refused("wrong_mode"));
    }
    let about =
        serde_json::from_slice(body).ok().and_then(|whole| event::read(&event.kind, &whole)?.customer);
    let task = Task {
        id: event.id,
        kind: event.kind,
        group_key: about,
        happened_at: Timestamp::from_seconds(event.created),
        payload: String::from_utf8_lossy(body).into_owned(),
    };
    let stored = payments.db().write(move |tx| Ok::<_, Error>(EVENTS.push(tx, &task, now)?)).await;
    stored.map_err(|error| {
        tracing::error!(%error, "an event of the payment provider could not be stored");
        (StatusCode::INTERNAL_SERVER_ERROR, "not_stored".to_owned())
    })
}

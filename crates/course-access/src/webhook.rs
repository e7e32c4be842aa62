//! `POST /webhooks/hotmart`: the platform's events. A request has a fixed token and no signature, so it only proves its
//! origin. It is stored once and answered at once. The worker handles it.

use ateneu_base::{Timestamp, ids};
use ateneu_queue::Task;
use aws_lc_rs::constant_time::verify_slices_are_equal;
use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};

use crate::{Courses, EVENTS, Error, event::Event, hotmart::instant};

/// Maximum size of an event in bytes.
const MAX_EVENT_BYTES: usize = 1024 * 1024;

/// Maximum length of an event's id and kind.
const MAX_NAME_LENGTH: usize = 200;

impl Courses {
    /// Returns the route `/webhooks/hotmart`.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/webhooks/hotmart", post(receive))
            .layer(DefaultBodyLimit::max(MAX_EVENT_BYTES))
            .with_state(self.clone())
    }
}

async fn receive(State(courses): State<Courses>, headers: HeaderMap, body: Bytes) -> Response {
    match store(&courses, &headers, &body).await {
        Ok(is_new) => (StatusCode::OK, Json(json!({ "received": true, "new": is_new }))).into_response(),
        Err((status, code)) => {
            tracing::warn!(code, "an event of the course platform is refused");
            (status, Json(json!({ "code": code, "error": code }))).into_response()
        }
    }
}

type Refused = (StatusCode, &'static str);

async fn store(courses: &Courses, headers: &HeaderMap, body: &Bytes) -> Result<bool, Refused> {
    let token = courses.0.webhook_token.reveal();
    if courses.0.hotmart.is_none() || token.is_empty() {
        return Err((StatusCode::SERVICE_UNAVAILABLE, "not_connected"));
    }
    let given = headers.get("x-hotmart-hottok");
    let given = given.ok_or((StatusCode::UNAUTHORIZED, "token_missing"))?;
    if !is_same(given.as_bytes(), token) {
        return Err((StatusCode::UNAUTHORIZED, "token_wrong"));
    }
    let now = courses.now();
    let event = read(body, now).ok_or((StatusCode::BAD_REQUEST, "not_an_event"))?;
    let stored = courses.db().write(move |tx| Ok::<_, Error>(EVENTS.push(tx, &event, now)?)).await;
    stored.map_err(|error| {
        tracing::error!(%error, "an event of the course platform could not be stored");
        (StatusCode::INTERNAL_SERVER_ERROR, "not_stored")
    })
}

/// Compares digests in constant time, so that timing reveals neither the token's characters nor its length.
fn is_same(given: &[u8], token: &str) -> bool {
    let given = ids::digest(&String::from_utf8_lossy(given));
    verify_slices_are_equal(given.as_bytes(), ids::digest(token).as_bytes()).is_ok()
}

fn read(body: &[u8], now: Timestamp) -> Option<Task> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let name = |key: &str| {
        let text = body.get(key)?.as_str()?;
        (1..=MAX_NAME_LENGTH).contains(&text.len()).then(|| text.to_owned())
    };
    let event = Event::read(&body);
    Some(Task {
        id: name("id")?,
        kind: name("event")?,
        happened_at: body.get("creation_date").and_then(instant).unwrap_or(now),
        payload: serde_json::to_string(&event).ok()?,
        group_key: event.email,
    })
}

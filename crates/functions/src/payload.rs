//! What a function is handed: one JSON object with exactly the members it takes.

use ateneu_base::Record;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::StatusCode,
    response::IntoResponse,
};
use serde_json::Value as Json;

use crate::Error;

/// A payload that was read and not yet judged: who calls is asked first.
pub(crate) struct Payload(Result<Bytes, Error>);

impl<S: Send + Sync> FromRequest<S> for Payload {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let read = Bytes::from_request(request, state).await;
        Ok(Self(read.map_err(|refused| match refused.into_response().status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            _ => Error::InvalidPayload("O pedido chegou incompleto.".into()),
        })))
    }
}

impl Payload {
    /// The object, when it has these members and no others.
    pub(crate) fn with_members(self, names: &[&str]) -> Result<Record, Error> {
        self.with(names, &[])
    }

    /// The object, when it has these members and perhaps some of the optional ones.
    pub(crate) fn with(self, names: &[&str], optional: &[&str]) -> Result<Record, Error> {
        let bytes = self.0?;
        // A function that takes nothing is called without a body.
        let bytes = if bytes.is_empty() { b"{}" } else { &bytes[..] };
        let Ok(Json::Object(members)) = serde_json::from_slice(bytes) else {
            return Err(Error::InvalidPayload("Envie um objeto JSON.".into()));
        };
        if let Some(missing) = names.iter().find(|name| !members.contains_key(**name)) {
            return Err(Error::InvalidPayload(format!("Falta o parâmetro {missing}.")));
        }
        if let Some(unknown) = members.keys().find(|key| {
            let key = key.as_str();
            !names.contains(&key) && !optional.contains(&key)
        }) {
            let unknown: String = unknown.chars().take(63).collect();
            return Err(Error::InvalidPayload(format!("Parâmetro desconhecido: {unknown}.")));
        }
        Ok(members)
    }
}

/// What the room answers, as JSON.
pub(crate) fn shown(answer: impl serde::Serialize) -> Result<Json, Error> {
    serde_json::to_value(answer).map_err(|error| {
        tracing::error!(%error, "an answer of a function is not JSON");
        Error::Internal
    })
}

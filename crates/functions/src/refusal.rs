//! Refusals as responses.

use std::borrow::Cow;

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::refused::Refused;

/// Reason why a function refused a call. Subjects convert their own errors with `From`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// Status of the response.
    pub status: StatusCode,
    /// Stable code, for programs.
    pub code: &'static str,
    /// One sentence in the owner's language, for people.
    pub message: Cow<'static, str>,
}

impl Refusal {
    /// Returns the refusal of an invalid payload.
    pub fn invalid_payload(message: impl Into<Cow<'static, str>>) -> Self {
        Refused::InvalidPayload.saying(message).into()
    }

    /// Returns the refusal after a defect of the server, which is logged.
    pub fn internal() -> Self {
        Refused::Internal.into()
    }
}

impl From<ateneu_base::Refusal> for Refusal {
    fn from(refusal: ateneu_base::Refusal) -> Self {
        let ateneu_base::Refusal { status, code, message } = refusal;
        Self {
            status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
            code,
            message,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "code": self.code, "error": self.code, "message": self.message });
        (self.status, Json(body)).into_response()
    }
}

impl From<ateneu_db::Error> for Refusal {
    fn from(error: ateneu_db::Error) -> Self {
        use ateneu_db::Error as Db;
        tracing::error!(%error, "a server function could not use the database");
        match error {
            Db::Unavailable(_) | Db::Full(_) | Db::Conflict(_) | Db::Timeout(_) => {
                Refused::DatabaseUnavailable.into()
            }
            _ => Self::internal(),
        }
    }
}

//! `validate-hotmart-access`: returns whether an email may enter the external courses.
//!
//! Everybody may ask about the own confirmed email and about no other: an answer about somebody else would tell who
//! bought. Administrators and the service key may ask about any; with `refresh` they have the platform asked now, and
//! what it says replaces what was written by hand.

use ateneu_base::email::written;
use ateneu_functions::{Account, Function, Refusal};
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Answer, Courses, Error, error_code::ErrorCode};

/// Every server function of this module.
pub fn functions() -> Vec<Function<Courses>> {
    vec![Function::new("validate-hotmart-access", "consultar o acesso aos cursos", validate)]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ValidateHotmartAccess {
    #[schemars(extend("expected" = "um e-mail"))]
    email: String,
    #[serde(default)]
    refresh: Option<bool>,
}

async fn validate(courses: Courses, by: Account, request: ValidateHotmartAccess) -> Result<Answer, Refusal> {
    let email = &request.email;
    if request.refresh == Some(true) {
        return Ok(courses.ask_again(by.administrator()?.0, email).await?);
    }
    if by.administrator().is_err() {
        let own = by.0.email.as_deref().ok_or_else(|| {
            Refusal::forbidden(
                ErrorCode::EmailNotConfirmed.into_str(),
                "Confirme o e-mail da sua conta primeiro.",
            )
        })?;
        if written(email) != own {
            let message = "Você só pode consultar o e-mail da sua própria conta.";
            return Err(Refusal::forbidden(ErrorCode::NotYourEmail.into_str(), message));
        }
    }
    Ok(courses.validate(by.0.user_id.as_deref(), email).await?)
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Database(error) => return error.clone().into(),
            Error::InvalidEmail => StatusCode::BAD_REQUEST,
            Error::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Error::NotConnected => StatusCode::CONFLICT,
            Error::PlatformDown(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::PlatformRefused { .. } => StatusCode::BAD_GATEWAY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        tracing::warn!(code = error.code(), ?error, "a question about the courses is refused");
        Self::new(status, error.code(), error.to_string())
    }
}

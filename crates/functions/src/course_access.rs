//! `validate-hotmart-access {email}`: may this address enter the external courses? Answers [`ateneu_course_access::Answer`].
//!
//! Everybody may ask about the own confirmed address and about no other: an answer about somebody else would tell who
//! bought. Administrators and the owner's own programs may ask about any; with `refresh` they have the platform asked now,
//! and what it says takes the place of what was written by hand.

use ateneu_base::{Presented, TokenProblem};
use ateneu_course_access::{Answer, Courses};
use ateneu_schema::{Rule, rule::admin};
use axum::{Extension, Json, Router, http::StatusCode, routing::post};
use serde_json::Value;

use crate::{Error, administrator::administrator, payload::Payload};

const PURPOSE: &str = "consultar o acesso aos cursos";

pub(crate) fn routes(courses: Courses) -> Router {
    let validate = move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        validate(&courses, &presented, payload).await.map(Json)
    };
    Router::new().route("/validate-hotmart-access", post(validate))
}

async fn validate(courses: &Courses, presented: &Presented, payload: Payload) -> Result<Answer, Error> {
    let caller = presented.caller.as_ref().map_err(|problem| match problem {
        TokenProblem::Unavailable => Error::AccountsUnavailable,
        _ => Error::NotSignedIn(PURPOSE),
    })?;
    if !caller.is_signed_in() && !caller.is_service() {
        return Err(Error::NotSignedIn(PURPOSE));
    }
    let members = payload.with(&["email"], &["refresh"])?;
    let email = members["email"].as_str();
    let email = email.ok_or_else(|| Error::InvalidPayload("email: informe um e-mail.".into()))?;
    let refresh = match members.get("refresh") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(refresh)) => *refresh,
        Some(_) => return Err(Error::InvalidPayload("refresh: informe true ou false.".into())),
    };
    if refresh {
        let by = administrator(presented, PURPOSE)?;
        return Ok(courses.ask_again(by, email).await?);
    }
    if admin().for_caller(caller) != Rule::Anyone {
        let own = caller.email.as_deref().ok_or(Error::EmailNotConfirmed)?;
        if email.trim().to_lowercase() != own {
            return Err(Error::NotYourEmail);
        }
    }
    Ok(courses.validate(caller.user_id.as_deref(), email).await?)
}

impl From<ateneu_course_access::Error> for Error {
    fn from(error: ateneu_course_access::Error) -> Self {
        match error {
            ateneu_course_access::Error::Database(error) => error.into(),
            error => {
                tracing::warn!(code = error.code(), ?error, "a question about the courses is refused");
                Self::Courses(error)
            }
        }
    }
}

/// The status a refusal about the courses is answered with.
pub(crate) fn status(error: &ateneu_course_access::Error) -> StatusCode {
    use ateneu_course_access::Error as Refused;
    match error {
        Refused::InvalidEmail => StatusCode::BAD_REQUEST,
        Refused::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Refused::NotConnected => StatusCode::CONFLICT,
        Refused::PlatformDown(_) => StatusCode::SERVICE_UNAVAILABLE,
        Refused::PlatformRefused { .. } => StatusCode::BAD_GATEWAY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

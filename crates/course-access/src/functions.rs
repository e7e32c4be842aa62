//! `validate-hotmart-access`: returns `true` if an email may enter the external courses.
//!
//! People may query only their own confirmed email, because other answers would reveal buyers. Administrators and the
//! service key may query any. With `refresh` the platform is queried now, and its answer replaces a record kept by
//! hand.

use ateneu_base::email::written;
use ateneu_functions::{Account, Function, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Answer, Courses, Error, refused::Refused};

/// Returns the server functions of this module.
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
        let own = by.0.email.as_deref().ok_or(Refused::EmailNotConfirmed)?;
        if written(email) != own {
            return Err(Refused::NotYourEmail.into());
        }
    }
    Ok(courses.validate(by.0.user_id.as_deref(), email).await?)
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let refusal: Self = match &error {
            Error::Database(error) => return error.clone().into(),
            Error::Refused(refusal) => refusal.clone().into(),
            Error::PlatformDown(_) => Refused::CoursePlatformUnavailable.into(),
            Error::PlatformRefused { .. } => Refused::PlatformSaysNo.into(),
            Error::Address(address) => Refused::CoursePlatformAddress.saying(address.clone()).into(),
            Error::Defect(_) => Self { message: error.to_string().into(), ..Self::internal() },
        };
        tracing::warn!(code = refusal.code, ?error, "a question about the courses is refused");
        refusal
    }
}

//! The functions behind checkout, the management portal and the subscription check. Until payments are connected they
//! say that they are not available.

use ateneu_base::{Presented, TokenProblem};
use axum::{Extension, Router, routing::post};

use crate::Error;

const NAMES: [&str; 3] = ["check-subscription", "create-checkout", "customer-portal"];

pub(crate) fn routes() -> Router {
    NAMES.into_iter().fold(Router::new(), |router, name| {
        router.route(&format!("/{name}"), post(unavailable))
    })
}

async fn unavailable(Extension(presented): Extension<Presented>) -> Error {
    match presented.caller {
        Ok(caller) if caller.is_signed_in() => Error::PaymentsUnavailable,
        Err(TokenProblem::Unavailable) => Error::AccountsUnavailable,
        Ok(_) | Err(_) => Error::NotSignedIn("assinar"),
    }
}

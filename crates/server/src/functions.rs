//! `/functions/v1`: the server functions the client library calls by name. Those of the payments say, until payments
//! are connected, that they are not available; every other name is unknown.

use ateneu_base::{Presented, TokenProblem};
use axum::{
    Extension, Json, Router,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{any, post},
};
use serde_json::json;

/// The functions behind checkout, the management portal and the subscription check.
const PAYMENT_FUNCTIONS: [&str; 3] = ["check-subscription", "create-checkout", "customer-portal"];

/// Why a function was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    /// Payments are for people with an account.
    NotSignedIn,
    /// The accounts could not be asked.
    AccountsUnavailable,
    /// This installation takes no payments.
    PaymentsUnavailable,
    /// There is no function of this name.
    NotFound,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, code, message) = match self {
            Self::NotSignedIn => (
                StatusCode::UNAUTHORIZED,
                "not_signed_in",
                "sign in to use this function",
            ),
            Self::AccountsUnavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "accounts_unavailable",
                "the accounts cannot be read just now",
            ),
            Self::PaymentsUnavailable => (
                StatusCode::SERVICE_UNAVAILABLE,
                "payments_unavailable",
                "payments are not available in this installation",
            ),
            Self::NotFound => (
                StatusCode::NOT_FOUND,
                "not_found",
                "there is no such function here",
            ),
        };
        (
            status,
            Json(json!({ "code": code, "error": code, "message": message })),
        )
            .into_response()
    }
}

/// The functions, to be nested under `/functions/v1`.
pub fn router() -> Router {
    let known = PAYMENT_FUNCTIONS.into_iter();
    known
        .fold(Router::new(), |router, name| {
            router.route(&format!("/{name}"), post(payment))
        })
        .route("/{*rest}", any(|| async { Refusal::NotFound }))
}

async fn payment(Extension(presented): Extension<Presented>) -> Refusal {
    match presented.caller {
        Ok(caller) if caller.is_signed_in() => Refusal::PaymentsUnavailable,
        Err(TokenProblem::Unavailable) => Refusal::AccountsUnavailable,
        Ok(_) | Err(_) => Refusal::NotSignedIn,
    }
}

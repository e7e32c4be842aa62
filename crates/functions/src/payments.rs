//! The functions behind checkout, the management portal and the subscription check, for the person who calls.
//!
//! | function | takes | answers |
//! | --- | --- | --- |
//! | `check-subscription` | perhaps `checkout`, the payment page the person comes back from | [`ateneu_membership::Standing`] |
//! | `create-checkout` | `planType`; perhaps `replacesPending`: a boleto that waits to be paid is made void | `url` of the payment page |
//! | `customer-portal` | nothing | `url` of the portal |
//! | `end-subscription` | `ends`: no further months, or further months after all | [`ateneu_membership::Standing`] |
//! | `refund-subscription` | nothing | `state`, an [`ateneu_membership::RefundState`] |
//!
//! None takes a person or a subscription: each acts on what is the caller's own.

use ateneu_base::{Presented, TokenProblem};
use ateneu_membership::{AskedBy, Payments, Standing};
use axum::{Extension, Json, Router, http::StatusCode, routing::post};
use serde_json::{Value, json};

use crate::{Error, payload::Payload};

pub(crate) fn routes(payments: Option<&Payments>) -> Router {
    Router::new()
        .route("/check-subscription", function(payments, check))
        .route("/create-checkout", function(payments, checkout))
        .route("/customer-portal", function(payments, portal))
        .route("/end-subscription", function(payments, end))
        .route("/refund-subscription", function(payments, refund))
}

fn function<F, Answer, Body>(payments: Option<&Payments>, run: F) -> axum::routing::MethodRouter
where
    F: Fn(Payments, String, Payload) -> Answer + Clone + Send + Sync + 'static,
    Answer: Future<Output = Result<Body, Error>> + Send,
    Body: serde::Serialize,
{
    let payments = payments.cloned();
    post(move |Extension(presented): Extension<Presented>, payload: Payload| async move {
        let user_id = payer(&presented)?;
        let payments = payments.ok_or(Error::PaymentsUnavailable)?;
        run(payments, user_id, payload).await.map(Json)
    })
}

/// A person with an account: keys pay for nobody.
fn payer(presented: &Presented) -> Result<String, Error> {
    match &presented.caller {
        Ok(caller) if caller.is_signed_in() => caller.user_id.clone().ok_or(Error::NotSignedIn("assinar")),
        Err(TokenProblem::Unavailable) => Err(Error::AccountsUnavailable),
        Ok(_) | Err(_) => Err(Error::NotSignedIn("assinar")),
    }
}

async fn check(payments: Payments, user_id: String, payload: Payload) -> Result<Standing, Error> {
    let members = payload.with(&[], &["checkout"])?;
    let checkout = match members.get("checkout") {
        None | Some(Value::Null) => None,
        Some(Value::String(id)) => Some(id.as_str()),
        Some(_) => return Err(Error::InvalidPayload("checkout: informe o pagamento.".into())),
    };
    Ok(payments.check(&user_id, checkout).await?)
}

async fn checkout(payments: Payments, user_id: String, payload: Payload) -> Result<Value, Error> {
    let members = payload.with(&["planType"], &["replacesPending"])?;
    let plan = members["planType"].as_str();
    let plan = plan.ok_or_else(|| Error::InvalidPayload("planType: informe o plano.".into()))?;
    let replaces_pending = match members.get("replacesPending") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(replaces)) => *replaces,
        Some(_) => return Err(Error::InvalidPayload("replacesPending: informe true ou false.".into())),
    };
    let url = if replaces_pending {
        payments.checkout_instead(&user_id, plan).await?
    } else {
        payments.checkout(&user_id, plan).await?
    };
    Ok(json!({ "url": url }))
}

async fn portal(payments: Payments, user_id: String, payload: Payload) -> Result<Value, Error> {
    payload.with_members(&[])?;
    Ok(json!({ "url": payments.portal(&user_id).await? }))
}

async fn end(payments: Payments, user_id: String, payload: Payload) -> Result<Standing, Error> {
    let members = payload.with_members(&["ends"])?;
    let ends = members["ends"].as_bool();
    let ends = ends.ok_or_else(|| Error::InvalidPayload("ends: informe true ou false.".into()))?;
    payments.end_at_period(&user_id, ends, AskedBy::Member).await?;
    Ok(payments.check(&user_id, None).await?)
}

async fn refund(payments: Payments, user_id: String, payload: Payload) -> Result<Value, Error> {
    payload.with_members(&[])?;
    Ok(json!({ "state": payments.refund(&user_id, AskedBy::Member).await? }))
}

impl From<ateneu_membership::Error> for Error {
    fn from(error: ateneu_membership::Error) -> Self {
        match error {
            ateneu_membership::Error::Database(error) => error.into(),
            error => {
                tracing::warn!(code = error.code(), ?error, "a payment function refuses");
                Self::Payment(error)
            }
        }
    }
}

/// The status a refusal about payments is answered with.
pub(crate) fn status(error: &ateneu_membership::Error) -> StatusCode {
    use ateneu_membership::Error as Refused;
    match error {
        Refused::UnknownPlan
        | Refused::NotSoldHere
        | Refused::CourtesyLength
        | Refused::CourtesyReason
        | Refused::CourtesyPlan => StatusCode::BAD_REQUEST,
        Refused::NotYours => StatusCode::FORBIDDEN,
        Refused::NoSuchPerson | Refused::NoSuchReceipt => StatusCode::NOT_FOUND,
        Refused::TooSoon => StatusCode::TOO_MANY_REQUESTS,
        Refused::AlreadySubscribed
        | Refused::PaymentPending
        | Refused::NoCustomer
        | Refused::NoAddress
        | Refused::AddressTaken
        | Refused::NoCourtesy
        | Refused::NoSubscription
        | Refused::RefundTooLate
        | Refused::AlreadyRefunded
        | Refused::Disputed
        | Refused::Busy => StatusCode::CONFLICT,
        Refused::PriceMissing(_) | Refused::PriceChanged(_) | Refused::ProviderDown(_) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        Refused::ProviderRefused { .. } => StatusCode::BAD_GATEWAY,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

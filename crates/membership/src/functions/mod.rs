//! The server functions of members on their own membership and of the panel's pages of members and income. Each
//! administrator action is written to the audit log with the state before.

mod audit;
mod courtesies;
mod emails;
mod files;
mod find;
mod own;
mod request;
mod subscriptions;
mod vip_group;

use ateneu_functions::{Function, Refusal};
use axum::http::StatusCode;

use crate::{Error, Payments, error_code::ErrorCode};

/// Every server function of this module.
pub fn functions() -> Vec<Function<Payments>> {
    let groups = [
        own::functions(),
        find::functions(),
        courtesies::functions(),
        subscriptions::functions(),
        emails::functions(),
        files::functions(),
        vip_group::functions(),
    ];
    groups.into_iter().flatten().collect()
}

/// Every server function over payments that may be absent: without them each call is refused.
pub(crate) fn functions_where_sold() -> Vec<Function<Option<Payments>>> {
    let adapt = |function: Function<Payments>| {
        function.adapt(|payments: &Option<Payments>| payments.clone().ok_or_else(payments_unavailable))
    };
    functions().into_iter().map(adapt).collect()
}

fn payments_unavailable() -> Refusal {
    let message = "Esta instalação ainda não recebe pagamentos.";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, ErrorCode::PaymentsUnavailable.into_str(), message)
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        use Error as E;
        let status = match &error {
            E::Database(error) => return error.clone().into(),
            E::RefundAmount
            | E::UnknownPlan
            | E::PeriodNotSold
            | E::NotSoldHere
            | E::CourtesyLength
            | E::ReasonNeeded
            | E::CourtesyPlan
            | E::InvalidReturn => StatusCode::BAD_REQUEST,
            E::NotYours | E::NoVipGroup => StatusCode::FORBIDDEN,
            E::NoSuchPerson | E::NoSuchReceipt => StatusCode::NOT_FOUND,
            E::TooSoon | E::TooManyPreviews => StatusCode::TOO_MANY_REQUESTS,
            E::AlreadySubscribed
            | E::PaymentPending
            | E::NoCustomer
            | E::NoAddress
            | E::Unproved
            | E::AddressTaken
            | E::NoCourtesy
            | E::NoSubscription
            | E::SamePlan
            | E::ChangeBlocked
            | E::RefundTooLate
            | E::AlreadyRefunded
            | E::Disputed
            | E::OtherProduct
            | E::VipGroupUnset
            | E::NotToRemove
            | E::Busy => StatusCode::CONFLICT,
            E::PriceMissing(_) | E::PriceChanged(_) | E::ProviderDown(_) => StatusCode::SERVICE_UNAVAILABLE,
            E::ProviderRefused { .. } => StatusCode::BAD_GATEWAY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        tracing::warn!(code = error.code(), ?error, "a payment function refuses");
        Self::new(status, error.code(), error.to_string())
    }
}

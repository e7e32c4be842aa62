//! Checkout, the management portal and the subscription check. None takes a person or a subscription: each acts on what
//! is the caller's own.

use ateneu_functions::{Function, Nothing, Refusal, SignedIn};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Arrival, Benefits, ChangeActor, Payments, PlanChange, PlanPeriod, RefundState, SubscriptionStatus,
    changes::{cancel::end_at_period, refund::refund_subscription},
    checkout::{
        benefits::list_benefits,
        check::check_subscription,
        open::{open_checkout, replace_checkout, store_origin},
        plan_change::{portal_to_confirm, preview_plan_change},
        portal::{open_portal, open_portal_for_change},
    },
};

const PURPOSE: &str = "assinar";

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("check-subscription", PURPOSE, check),
        Function::new("list-benefits", "ver o que o seu plano inclui", benefits),
        Function::new("create-checkout", PURPOSE, checkout),
        Function::new("customer-portal", PURPOSE, portal),
        Function::new("preview-plan-change", PURPOSE, preview),
        Function::new("end-subscription", PURPOSE, end),
        Function::new("refund-subscription", PURPOSE, refund),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CheckSubscription {
    /// The payment page the person comes back from.
    #[serde(default)]
    #[schemars(extend("expected" = "o pagamento"))]
    checkout: Option<String>,
}

async fn check(
    payments: Payments,
    by: SignedIn,
    request: CheckSubscription,
) -> Result<SubscriptionStatus, Refusal> {
    Ok(check_subscription(&payments, &by.user_id, request.checkout.as_deref()).await?)
}

async fn benefits(payments: Payments, by: SignedIn, _: Nothing) -> Result<Benefits, Refusal> {
    Ok(list_benefits(&payments, &by.user_id).await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct CreateCheckout {
    #[schemars(extend("expected" = "o plano"))]
    plan_type: String,
    /// Charged by the month unless it says otherwise.
    #[serde(default)]
    period: Option<PlanPeriod>,
    /// A boleto that waits to be paid is made void.
    #[serde(default)]
    replaces_pending: Option<bool>,
    /// Origin of the visit, where the browser sends it.
    #[serde(default)]
    arrival: Option<Arrival>,
}

/// The address of a page of the payment provider.
#[derive(Serialize, JsonSchema)]
struct PaymentPage {
    url: String,
}

async fn checkout(payments: Payments, by: SignedIn, request: CreateCheckout) -> Result<PaymentPage, Refusal> {
    let (user_id, plan, period) = (&by.user_id, &request.plan_type, request.period.unwrap_or_default());
    let url = match request.replaces_pending {
        Some(true) => replace_checkout(&payments, user_id, plan, period).await?,
        _ => open_checkout(&payments, user_id, plan, period).await?,
    };
    if let Some(arrival) = &request.arrival
        && let Err(error) = store_origin(&payments, user_id, arrival).await
    {
        // The page is open: a count is no reason to refuse it.
        tracing::warn!(%error, "the source of a visit was not kept");
    }
    Ok(PaymentPage { url })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct OpenPortal {
    /// Opens it where plans change.
    #[serde(default)]
    changes_plan: bool,
    /// Opens it where a change to this plan is confirmed.
    #[serde(default)]
    #[schemars(extend("expected" = "o plano"))]
    plan_type: Option<String>,
    /// The path of the members' area that the confirmation leads back to.
    #[serde(default)]
    back: Option<String>,
}

async fn portal(payments: Payments, by: SignedIn, request: OpenPortal) -> Result<PaymentPage, Refusal> {
    let url = match (&request.plan_type, request.changes_plan) {
        (Some(plan), _) => portal_to_confirm(&payments, &by.user_id, plan, request.back.as_deref()).await?,
        (None, true) => open_portal_for_change(&payments, &by.user_id).await?,
        (None, false) => open_portal(&payments, &by.user_id).await?,
    };
    Ok(PaymentPage { url })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct PreviewPlanChange {
    #[schemars(extend("expected" = "o plano"))]
    plan_type: String,
}

async fn preview(
    payments: Payments,
    by: SignedIn,
    request: PreviewPlanChange,
) -> Result<PlanChange, Refusal> {
    Ok(preview_plan_change(&payments, &by.user_id, &request.plan_type).await?)
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EndSubscription {
    /// No further months, or further months after all.
    ends: bool,
}

async fn end(
    payments: Payments,
    by: SignedIn,
    request: EndSubscription,
) -> Result<SubscriptionStatus, Refusal> {
    end_at_period(&payments, &by.user_id, request.ends, ChangeActor::Member).await?;
    Ok(check_subscription(&payments, &by.user_id, None).await?)
}

/// The state of the refund.
#[derive(Serialize, JsonSchema)]
struct Refunded {
    state: RefundState,
}

async fn refund(payments: Payments, by: SignedIn, _: Nothing) -> Result<Refunded, Refusal> {
    Ok(Refunded { state: refund_subscription(&payments, &by.user_id, ChangeActor::Member).await? })
}

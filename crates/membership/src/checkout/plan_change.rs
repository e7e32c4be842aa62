//! Another plan for a running subscription: what it costs now, and the provider's page that confirms it.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_limits::Limit;
use ateneu_schema::Words;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Error, Offer, PaidPlan, Payments, PlanPeriod,
    changes::cancel::live_subscription,
    checkout::open::{price, shown_price},
    provider::{NewPrice, PortalPlace, models::Subscription},
    refused::Refused,
    status::Property,
};

/// Previews that one person may request in [`WINDOW`].
const MAX_PREVIEWS: i64 = 30;

/// The members' area.
const MEMBERS: &str = "/membros";

/// Bytes of a path in it.
const MAX_PATH: usize = 200;

/// The window of [`MAX_PREVIEWS`].
const WINDOW: Duration = Duration::from_mins(10);

/// Costs of a change to another plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlanChange {
    /// The plan.
    pub plan: PaidPlan,
    /// The period, which is that of the present subscription.
    pub period: PlanPeriod,
    /// The price of a period, in centavos.
    pub price: i64,
    /// The charge that the change causes now, in centavos. `None` if the plan begins with the next charge.
    pub due: Option<i64>,
    /// The next charge of a whole period.
    pub renews_at: Option<Timestamp>,
}

/// Returns what a change of the person's subscription to another plan costs. Changes nothing.
///
/// # Errors
/// Returns `Refused::NoSubscription`, `Refused::AlreadyOnPlan`, `Refused::PlanChangeBlocked`, `Refused::UnknownPlan`,
/// `Refused::PlanNotSoldHere`, `Refused::PeriodNotSold` or `Refused::OverRequestRateLimit`, or fails as the provider does.
pub async fn preview_plan_change(
    payments: &Payments,
    user_id: &str,
    plan: &str,
) -> Result<PlanChange, Error> {
    count_preview(payments, user_id).await?;
    let (present, new) = new_price(payments, user_id, plan).await?;
    // What costs less begins with the next charge.
    let is_higher = present_price(payments, &present).is_some_and(|amount| new.price.amount > amount);
    let due = match is_higher {
        true => Some(payments.provider().preview_change(&new).await?),
        false => None,
    };
    let Offer { plan, period } = new.offer;
    Ok(PlanChange { plan, period, price: new.price.amount, due, renews_at: present.period_end })
}

/// Returns a short-lived address of the provider's page that confirms a change to another plan. It leads back to
/// `back`, a path of the members' area.
///
/// # Errors
/// Fails as [`preview_plan_change`] does, and returns `Refused::InvalidReturn` for another path.
pub async fn portal_to_confirm(
    payments: &Payments,
    user_id: &str,
    plan: &str,
    back: Option<&str>,
) -> Result<String, Error> {
    let back = payments.link(return_path(back)?);
    let (_, new) = new_price(payments, user_id, plan).await?;
    let customer = new.customer.clone();
    payments.provider().create_portal(&customer, &back, &PortalPlace::Confirm(new)).await
}

/// The person's subscription and the price it would change to.
async fn new_price(
    payments: &Payments,
    user_id: &str,
    plan: &str,
) -> Result<(Subscription, NewPrice), Error> {
    if plan == "enterprise" {
        return Err(Refused::PlanNotSoldHere.into());
    }
    let plan = PaidPlan::of(plan).ok_or(Refused::UnknownPlan)?;
    let (customer, present) = live_subscription(payments, user_id).await?;
    if present.plan == Some(plan) {
        return Err(Refused::AlreadyOnPlan.into());
    }
    if present.ends || !present.status.is(Property::PaidUp) {
        return Err(Refused::PlanChangeBlocked.into());
    }
    let offer = Offer { plan, period: present.period.unwrap_or_default() };
    let price = price(payments, offer, shown_price(payments, offer)?).await?;
    let item =
        present.item.clone().ok_or_else(|| Error::ProviderDown("a subscription without an item".into()))?;
    let new = NewPrice { customer, subscription: present.id.clone(), item, offer, price };
    Ok((present, new))
}

/// The price of the present subscription, in centavos.
fn present_price(payments: &Payments, present: &Subscription) -> Option<i64> {
    let offer = Offer { plan: present.plan?, period: present.period.unwrap_or_default() };
    shown_price(payments, offer).ok().or(present.next_amount)
}

async fn count_preview(payments: &Payments, user_id: &str) -> Result<(), Error> {
    let limit = Limit { bucket: format!("plan_change:person:{user_id}"), most: MAX_PREVIEWS, window: WINDOW };
    let now = payments.now();
    payments.db().write(move |tx| limit.count(tx, 1, now)).await.map_err(|error| match error {
        ateneu_limits::Error::Full(_) => Refused::OverRequestRateLimit.into(),
        ateneu_limits::Error::Database(error) => error.into(),
    })
}

/// The path to return to; the page of the subscription where none is named.
fn return_path(back: Option<&str>) -> Result<&str, Error> {
    let Some(path) = back else {
        return Ok(crate::emails::member::MANAGE);
    };
    let is_plain =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'/');
    let is_below = |rest: &str| rest.starts_with('/') && !rest.contains("//") && rest.len() <= MAX_PATH;
    let is_inside = path.strip_prefix(MEMBERS).is_some_and(is_below);
    if is_inside && path.bytes().all(is_plain) { Ok(path) } else { Err(Refused::InvalidReturn.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_path_is_within_the_members_area() {
        let inside = |rest: &str| format!("{MEMBERS}{rest}");
        assert!(return_path(None).is_ok());
        for allowed in ["/conteudo/0192-ab", "/aprendizagem/aula/1"] {
            assert!(return_path(Some(&inside(allowed))).is_ok(), "{allowed}");
        }
        let outside = ["//outra.test", "https://outra.test", "/pricing"].map(str::to_owned);
        let odd = ["", "x", "/../admin", "//x", "/?a"].map(inside);
        for refused in outside.into_iter().chain(odd) {
            assert!(return_path(Some(&refused)).is_err(), "{refused}");
        }
    }
}

//! Cancels a subscription without a refund: at the end of the paid period, or now.

use crate::{
    Error, Payments,
    changes::{
        actor::{ChangeActor, Trace},
        member_actions,
    },
    customers,
    provider::models::Subscription,
    refused::Refused,
    state::sync::sync_member,
    status::Property,
};

/// Cancels at the end of the running period; with `ends` false, withdraws that cancellation.
///
/// # Errors
/// Returns `Refused::NoSubscription` if none is live. Where the provider does not respond, nothing changes.
pub async fn end_at_period(
    payments: &Payments,
    user_id: &str,
    ends: bool,
    by: ChangeActor,
) -> Result<(), Error> {
    let _turn = payments.counter(user_id).await;
    let subscription = live(payments, user_id).await?;
    let (id, now) = (user_id.to_owned(), payments.now());
    let asked = payments.db().write(move |tx| match by {
        ChangeActor::Member => member_actions::asked(tx, &id, ends, now).map(Some),
        ChangeActor::Office(trace) => trace(tx).map(|()| None),
    });
    let own_act = asked.await?;
    payments.provider().set_ending(&subscription, ends).await?;
    if let Some(own_act) = own_act {
        let now = payments.now();
        payments.db().write(move |tx| member_actions::done(tx, &own_act, now)).await?;
    }
    sync_member(payments, user_id).await.map(drop)
}

/// Cancels now without a refund; access lasts to the end of the paid period.
///
/// # Errors
/// Fails as [`end_at_period`] does.
pub async fn end_now(payments: &Payments, user_id: &str, by: Trace) -> Result<(), Error> {
    let _turn = payments.counter(user_id).await;
    let subscription = live(payments, user_id).await?;
    payments.db().write(move |tx| by(tx)).await?;
    payments.provider().cancel(&subscription).await?;
    sync_member(payments, user_id).await.map(drop)
}

async fn live(payments: &Payments, user_id: &str) -> Result<String, Error> {
    Ok(live_subscription(payments, user_id).await?.1.id)
}

/// Fetches the subscription that may still be charged, and its customer's id, from the provider.
///
/// # Errors
/// Returns `Refused::NoSubscription` if none is live, or the provider's error.
pub(crate) async fn live_subscription(
    payments: &Payments,
    user_id: &str,
) -> Result<(String, Subscription), Error> {
    let id = user_id.to_owned();
    let linked = payments.db().read(move |tx| customers::of_user(tx, &id)).await?;
    let linked = linked.ok_or(Refused::NoSubscription)?;
    let all = payments.provider().subscriptions(&linked.customer_id).await;
    let all = match all {
        Err(error) if error.is_missing() => return Err(Refused::NoSubscription.into()),
        other => other?,
    };
    let live = all
        .into_iter()
        .filter(|subscription| subscription.status.is(Property::Live) && subscription.plan.is_some());
    let oldest = live.min_by_key(|subscription| subscription.created);
    Ok((linked.customer_id, oldest.ok_or(Refused::NoSubscription)?))
}

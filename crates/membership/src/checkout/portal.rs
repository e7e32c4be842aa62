//! The provider's portal, where a person manages a subscription.

use crate::{
    Error, Payments, customers,
    emails::member::MANAGE,
    provider::PortalPlace,
    refused::Refused,
    status::{Property, SubscriberStatus, statuses_without},
};

/// Returns a short-lived address of the page where a person changes plan or card or cancels.
///
/// # Errors
/// Returns `Refused::NoCustomer` for a person who never paid, or where the provider does not respond.
pub async fn open_portal(payments: &Payments, user_id: &str) -> Result<String, Error> {
    portal_at(payments, user_id, false).await
}

/// Returns a short-lived address of the place there where plans change; of the whole page without a running
/// subscription.
///
/// # Errors
/// Fails as [`open_portal`] does.
pub async fn open_portal_for_change(payments: &Payments, user_id: &str) -> Result<String, Error> {
    portal_at(payments, user_id, true).await
}

async fn portal_at(payments: &Payments, user_id: &str, changes_plan: bool) -> Result<String, Error> {
    let id = user_id.to_owned();
    let linked = payments.db().read(move |tx| {
        // An unfinished checkout creates a customer who never paid.
        let sql = format!(
            "SELECT id FROM payment_subscriptions
             WHERE user_id = $1 AND plan IS NOT NULL AND status NOT IN {} LIMIT 1",
            statuses_without(Property::Begun)
        );
        let has_subscribed = tx.query_optional(&sql, &[(&id).into()])?.is_some();
        let running = "SELECT subscription_id FROM subscribers
                       WHERE user_id = $1 AND status = $2 AND subscription_id IS NOT NULL";
        let running: Option<String> = match changes_plan {
            true => tx.query_optional_as(running, &[(&id).into(), SubscriberStatus::Active.into()])?,
            false => None,
        };
        let linked = customers::of_user(tx, &id)?.filter(|_| has_subscribed);
        Ok::<_, ateneu_db::Error>(linked.map(|linked| (linked, running)))
    });
    let (linked, running) = linked.await?.ok_or(Refused::NoCustomer)?;
    let back = payments.link(MANAGE);
    let place = running.map_or(PortalPlace::Start, PortalPlace::Plans);
    match payments.provider().create_portal(&linked.customer_id, &back, &place).await {
        Err(error) if error.is_missing() => Err(Refused::NoCustomer.into()),
        other => other,
    }
}

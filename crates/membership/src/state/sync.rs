//! Fetches a person's state from the provider and stores it. No transaction waits for the response; the revision
//! prevents an older state from overwriting a newer one.

use std::time::Duration;

use crate::{
    Error, Payments,
    customers::{self, Linked},
    emails::{alert, member::MemberEmails},
    provider::models::{Invoice, Subscription},
    state::{
        origins, ours,
        store::{self, Snapshot, Stored},
    },
    status::Property,
};

/// Attempts where another worker stored a state meanwhile.
pub(crate) const ROUNDS: usize = 12;

/// The state of a person who signs in is fetched unless it is younger than this.
const FRESH: Duration = Duration::from_secs(10 * 60);

/// Fetches and stores a person's state. Returns `false` if the person is no customer.
///
/// # Errors
/// Fails if the provider or the database does not respond. Then nothing changes.
pub async fn sync_member(payments: &Payments, user_id: &str) -> Result<bool, Error> {
    for _ in 0..ROUNDS {
        let id = user_id.to_owned();
        let linked = payments.db().read(move |tx| customers::of_user(tx, &id)).await?;
        let Some(linked) = linked else {
            return Ok(false);
        };
        let snapshot = fetch_snapshot(payments, &linked).await?;
        if undo_second(payments, &linked, &snapshot).await? {
            continue;
        }
        let (asked, now, emails) = (linked.clone(), payments.now(), MemberEmails::of(payments));
        let origins = payments.0.origins.clone();
        let stored = payments.db().write(move |tx| {
            let stored = store::store(tx, &asked, &snapshot, now)?;
            if stored != Stored::Outdated {
                emails.write(tx, &asked.user_id, now)?;
                if let Some(origin) = origins::take(tx, &asked.user_id)? {
                    origins.count(tx, &origin, now)?;
                }
            }
            Ok::<_, ateneu_db::Error>(stored)
        });
        match stored.await? {
            Stored::Outdated => {}
            Stored::Written { unknown_word } => {
                if unknown_word {
                    alert::send(payments, &alert::unknown_state(&linked.customer_id)).await?;
                }
                return Ok(true);
            }
        }
    }
    Err(Error::Defect("a customer's state changed at every look"))
}

/// Fetches a person's state unless that was done recently. A provider that does not respond changes nothing.
pub(crate) async fn refresh_arrived(payments: &Payments, user_id: &str) {
    let (id, now) = (user_id.to_owned(), payments.now());
    let linked = payments.db().read(move |tx| customers::of_user(tx, &id)).await;
    let is_due = match &linked {
        Ok(Some(linked)) => linked.refreshed_at.is_none_or(|at| at + FRESH <= now),
        Ok(None) => false,
        Err(error) => return tracing::error!(%error, "a customer could not be read"),
    };
    if is_due && let Err(error) = sync_member(payments, user_id).await {
        tracing::warn!(%error, "failed to fetch a person's subscription");
    }
}

/// The provider's state of a customer; empty where it no longer knows the customer.
async fn fetch_snapshot(payments: &Payments, linked: &Linked) -> Result<Snapshot, Error> {
    let (provider, customer) = (payments.provider(), &linked.customer_id);
    let asked = tokio::try_join!(fetch_subscriptions(payments, customer), provider.invoices(customer));
    match asked.map(|(subscriptions, invoices)| Snapshot { subscriptions, invoices }) {
        Err(error) if Error::is_missing(&error) => Ok(Snapshot::default()),
        other => other,
    }
}

/// Every subscription of a customer, those to our plans with their plan.
pub(crate) async fn fetch_subscriptions(
    payments: &Payments,
    customer: &str,
) -> Result<Vec<Subscription>, Error> {
    let mut all = payments.provider().subscriptions(customer).await?;
    let read = payments.db().read(move |tx| {
        ours::recognise(tx, &mut all)?;
        Ok::<_, ateneu_db::Error>(all)
    });
    Ok(read.await?)
}

/// Cancels and refunds the newer of two paid subscriptions. Beside a paid subscription, cancels one that awaits
/// its first payment, so that it can no longer be paid. Returns `true` if there was one.
async fn undo_second(payments: &Payments, linked: &Linked, snapshot: &Snapshot) -> Result<bool, Error> {
    let (user_id, invoices) = (linked.user_id.clone(), snapshot.invoices.clone());
    let paid = payments.db().read(move |tx| store::paid(tx, &user_id, &invoices)).await?;
    let mut begun = Vec::new();
    let mut waiting = Vec::new();
    for subscription in snapshot.subscriptions.iter().filter(|subscription| subscription.plan.is_some()) {
        let status = store::status(subscription, &paid);
        if status.is(Property::Running) {
            begun.push(subscription);
        } else if status.is(Property::Pending) {
            waiting.push(subscription);
        }
    }
    begun.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
    let Some((_, seconds)) = begun.split_first() else {
        return Ok(false);
    };
    for second in seconds {
        let amount = give_back(payments, second, snapshot).await?;
        alert::send(payments, &alert::paid_twice(&linked.customer_id, &second.id)).await?;
        let (emails, now) = (MemberEmails::of(payments), payments.now());
        let (user_id, second) = (linked.user_id.clone(), second.id.clone());
        payments.db().write(move |tx| emails.duplicate(tx, &user_id, &second, amount, now)).await?;
    }
    for unpaid in &waiting {
        end_unpaid(payments, unpaid, &snapshot.invoices).await?;
    }
    Ok(!seconds.is_empty() || !waiting.is_empty())
}

/// Cancels a subscription that was never paid and voids its invoice.
pub(crate) async fn end_unpaid(
    payments: &Payments,
    unpaid: &Subscription,
    invoices: &[Invoice],
) -> Result<(), Error> {
    payments.provider().cancel(&unpaid.id).await?;
    for open in of_subscription(unpaid, invoices).filter(|invoice| invoice.status == "open") {
        match payments.provider().void_invoice(&open.id).await {
            // Ending an `incomplete` subscription makes its invoice void by itself.
            Ok(()) | Err(Error::ProviderRefused { status: 400 | 404, .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Cancels a subscription and refunds all its payments; returns the amount in centavos.
async fn give_back(payments: &Payments, second: &Subscription, snapshot: &Snapshot) -> Result<i64, Error> {
    let mut amount = 0;
    let own = of_subscription(second, &snapshot.invoices);
    for invoice in own.filter(|invoice| invoice.status == "paid" && invoice.amount > 0) {
        if let Some(payment) = payments.provider().payment_of_invoice(&invoice.id).await? {
            let key = format!("second-{}", invoice.id);
            payments.provider().refund(&payment, &key).await?;
            amount += invoice.amount;
        }
    }
    // Last: while the subscription is live, a failed refund is retried.
    payments.provider().cancel(&second.id).await?;
    Ok(amount)
}

fn of_subscription<'a>(
    subscription: &'a Subscription,
    invoices: &'a [Invoice],
) -> impl Iterator<Item = &'a Invoice> {
    invoices.iter().filter(|invoice| invoice.subscription.as_deref() == Some(subscription.id.as_str()))
}

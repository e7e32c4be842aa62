//! Refunds: within seven days by law, within thirty by the guarantee, and by an administrator. A refund is stored
//! before the provider is called and retried until it is done, so that double clicks, two nodes, a crash or a lost
//! response refund once.

use ateneu_content::emails::RefundRefusal;
use ateneu_db::Error as DbError;
use ateneu_queue::{Handler, Leased, Outcome, Queue};

use crate::{
    Error, Payments,
    changes::{
        actor::ChangeActor,
        refund_rows::{self, Begun, Paid, REFUNDS, RefundState},
    },
    emails::{alert, member::MemberEmails},
    state::sync::sync_member,
    words::RefundStep,
};

/// The owner is notified after this many tries.
const TRIES_UNTIL_ALERT: i64 = 4;

/// Refunds what a person paid for the present subscription and ends it; continues a refund that was begun.
///
/// # Errors
/// Returns `Refused::NoSubscription`, `Refused::AlreadyRefunded`, `Refused::RefundTooLate`, `Refused::PaymentDisputed`; or
/// the database's. A provider that does not respond is no error: [`RefundState::Waiting`].
pub async fn refund_subscription(
    payments: &Payments,
    user_id: &str,
    by: ChangeActor,
) -> Result<RefundState, Error> {
    let _turn = payments.counter(user_id).await;
    match sync_member(payments, user_id).await {
        Ok(_) => {}
        // The right was used in time: the stored state decides.
        Err(error @ (Error::ProviderDown(_) | Error::ProviderRefused { .. })) => {
            tracing::warn!(%error, "a refund is begun without asking the provider");
        }
        Err(error) => return Err(error),
    }
    let (id, now) = (user_id.to_owned(), payments.now());
    let begun = payments.db().write(move |tx| {
        let begun = refund_rows::start_refund(tx, &id, &by, now)?;
        by.trace(tx)?;
        Ok::<_, Error>(begun)
    });
    go_on(payments, begun.await?).await
}

/// Continues refunds that are due.
pub(crate) async fn work_refunds(payments: &Payments) -> Result<(), Error> {
    Ok(ateneu_queue::work(payments.db(), &payments.0.clock, &Refunds(payments.clone())).await?)
}

async fn go_on(payments: &Payments, begun: Begun) -> Result<RefundState, Error> {
    match give_all_back(payments, &begun).await {
        Ok(refused) => finish(payments, begun, refused).await,
        Err(Error::Database(error)) => Err(error.into()),
        Err(error) => put_refund_off(payments, begun, &error).await,
    }
}

/// The provider's refusal. Returns `None` if all was refunded.
async fn give_all_back(payments: &Payments, begun: &Begun) -> Result<Option<RefundRefusal>, Error> {
    let mut refused = None;
    for Paid { invoice, .. } in &begun.paid {
        let Some(payment) = payments.provider().payment_of_invoice(invoice).await? else {
            refused = Some(RefundRefusal::NotPaid);
            continue;
        };
        let key = format!("refund-{}-{invoice}", begun.task.id);
        match payments.provider().refund(&payment, &key).await {
            Err(Error::ProviderRefused { status: 400 | 402 | 404, message, .. }) => {
                refused = Some(RefundRefusal::Provider { message });
            }
            other => other?,
        }
    }
    // Last: while the subscription is live, a failed refund is retried. A refund does not cancel a subscription by itself.
    payments.provider().cancel(&begun.refund.subscription_id).await?;
    Ok(refused)
}

async fn finish(
    payments: &Payments,
    begun: Begun,
    refused: Option<RefundRefusal>,
) -> Result<RefundState, Error> {
    let step = if refused.is_some() { RefundStep::ByHand } else { RefundStep::Done };
    if let Some(why) = refused {
        let (refund, customer) = (&begun.task.id, &begun.customer_id);
        alert::send(payments, &alert::refund_by_hand(refund, customer, begun.amount(), why)).await?;
    }
    let (emails, now, user_id) = (MemberEmails::of(payments), payments.now(), begun.refund.user_id.clone());
    let customer = begun.customer_id.clone();
    let settled = payments.db().write(move |tx| {
        refund_rows::complete_refund(tx, &begun, step, now)?;
        emails.write(tx, &begun.refund.user_id, now)?;
        refund_rows::returns(tx, &begun.refund.user_id)
    });
    let returns = settled.await?;
    if returns > 1 {
        alert::send(payments, &alert::refunded_again(&customer, returns)).await?;
    }
    // Access has ended already; this only stores the provider's state.
    if let Err(error) = sync_member(payments, &user_id).await {
        tracing::warn!(%error, "failed to fetch a refunded subscription");
    }
    Ok(step.into())
}

async fn put_refund_off(payments: &Payments, begun: Begun, error: &Error) -> Result<RefundState, Error> {
    let why = error.to_string();
    tracing::warn!(error = why, tries = begun.task.tries, "a refund is tried again later");
    if begun.task.tries >= TRIES_UNTIL_ALERT {
        alert::send(payments, &alert::refund_waits(&begun.task.id, &begun.customer_id, &why)).await?;
    }
    let (outcome, now) = (Outcome::Later(why), payments.now());
    payments.db().write(move |tx| REFUNDS.complete(tx, &[begun.task], &outcome, now).map(drop)).await?;
    Ok(RefundState::Waiting)
}

/// The handler of unfinished refunds.
pub(crate) struct Refunds(pub(crate) Payments);

impl Handler for Refunds {
    fn queue(&self) -> Queue {
        REFUNDS
    }

    async fn handle(&self, tasks: &[Leased]) -> Result<Option<Outcome>, DbError> {
        for task in tasks {
            let begun = task.clone();
            let Some(begun) = self.0.db().read(move |tx| refund_rows::read(tx, begun)).await? else {
                return Ok(Some(Outcome::Done));
            };
            match go_on(&self.0, begun).await {
                Ok(_) => {}
                Err(Error::Database(error)) => return Err(error),
                Err(error) => return Ok(Some(Outcome::Later(error.to_string()))),
            }
        }
        Ok(None)
    }
}

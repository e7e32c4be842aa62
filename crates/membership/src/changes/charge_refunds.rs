//! A part of one charge, or all of it, given back by an administrator while the membership continues. A refund is
//! stored before the provider is called, under the id that the caller chose: asked for again it is the same refund.

use ateneu_base::Timestamp;
use ateneu_content::emails::RefundRefusal;
use ateneu_db::Tx;
use ateneu_schema::TableRow;

use crate::{
    Error, Payments, RefundState,
    changes::{actor::Trace, refund_rows},
    customers,
    emails::{alert, member::MemberEmails},
    refused::Refused,
    words::RefundStep,
};

/// Refund of a part of a charge.
#[derive(Clone, Debug)]
pub struct ChargeRefund {
    /// Chosen by the caller, so that the same request, sent twice, is one refund.
    pub id: String,
    /// The charge.
    pub invoice: String,
    /// Amount in centavos.
    pub amount: i64,
}

/// A stored refund.
#[derive(Clone, PartialEq, TableRow)]
#[table("payment_charge_refunds")]
struct StoredRefund {
    id: String,
    user_id: String,
    invoice_id: String,
    amount: i64,
    state: RefundStep,
    created_at: Timestamp,
}

/// Gives back a part of a paid charge. The subscription continues.
///
/// # Errors
/// Returns `Refused::ReceiptNotFound`, `Refused::OtherProduct`, `Refused::AlreadyRefunded`, `Refused::RefundAmount`.
/// A refund that the provider does not respond to is stored as [`RefundState::Waiting`] and continued by
/// [`crate::reconcile_customers`].
pub async fn refund_charge(
    payments: &Payments,
    user_id: &str,
    refund: ChargeRefund,
    by: Trace,
) -> Result<RefundState, Error> {
    let _turn = payments.counter(user_id).await;
    let (owner, now) = (user_id.to_owned(), payments.now());
    let asked = refund.clone();
    let state = payments.db().write(move |tx| {
        // One at a time per person.
        customers::locked(tx, &owner)?.ok_or(Refused::NoSubscription)?;
        let state = start_refund(tx, &owner, &asked, now)?;
        if state.is_none() {
            by(tx)?;
        }
        Ok::<_, Error>(state)
    });
    match state.await? {
        Some(state) if state != RefundState::Waiting => Ok(state),
        _ => refund_part(payments, refund).await,
    }
}

/// Continues refunds of charges that the provider did not confirm.
pub(crate) async fn work_charge_refunds(payments: &Payments) -> Result<(), Error> {
    let rest = "WHERE state = $1 ORDER BY created_at LIMIT 100";
    let begun = payments.db().read(move |tx| tx.rows::<StoredRefund>(rest, &[RefundStep::Begun.into()]));
    for StoredRefund { id, invoice_id: invoice, amount, .. } in begun.await? {
        refund_part(payments, ChargeRefund { id, invoice, amount }).await?;
    }
    Ok(())
}

async fn refund_part(payments: &Payments, refund: ChargeRefund) -> Result<RefundState, Error> {
    match give_part_back(payments, &refund).await {
        Ok(refused) => settle_charge(payments, refund, refused).await,
        Err(Error::Database(error)) => Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "a refund of a charge is tried again later");
            Ok(RefundState::Waiting)
        }
    }
}

/// The provider's refusal. Returns `None` if the part was refunded.
async fn give_part_back(payments: &Payments, refund: &ChargeRefund) -> Result<Option<RefundRefusal>, Error> {
    let key = format!("charge-refund-{}", refund.id);
    let given = match payments.provider().payment_of_invoice(&refund.invoice).await {
        Ok(Some(payment)) => payments.provider().refund_part(&payment, refund.amount, &key).await,
        Ok(None) => return Ok(Some(RefundRefusal::NotPaid)),
        Err(error) => Err(error),
    };
    match given {
        Err(Error::ProviderRefused { status: 400 | 402 | 404, message, .. }) => {
            Ok(Some(RefundRefusal::Provider { message }))
        }
        other => other.map(|()| None),
    }
}

async fn settle_charge(
    payments: &Payments,
    refund: ChargeRefund,
    refused: Option<RefundRefusal>,
) -> Result<RefundState, Error> {
    let step = if refused.is_some() { RefundStep::ByHand } else { RefundStep::Done };
    if let Some(why) = refused {
        alert_by_hand(payments, &refund, why).await?;
    }
    let (now, emails) = (payments.now(), MemberEmails::of(payments));
    let settled = payments.db().write(move |tx| {
        let sql =
            "UPDATE payment_charge_refunds SET state = $2, settled_at = $3 WHERE id = $1 AND state = $4";
        let values = [(&refund.id).into(), step.into(), now.into(), RefundStep::Begun.into()];
        if tx.execute(sql, &values)? > 0 && step == RefundStep::Done {
            refund_rows::given_back(tx, &refund.invoice, refund.amount, now)?;
            emails.charge_refunded(tx, &refund.id, &refund.invoice, refund.amount, now)?;
        }
        Ok::<_, ateneu_db::Error>(())
    });
    settled.await?;
    Ok(step.into())
}

/// Asks the owner to give it back by other means.
async fn alert_by_hand(payments: &Payments, refund: &ChargeRefund, why: RefundRefusal) -> Result<(), Error> {
    let sql = "SELECT coalesce(i.number, i.id), c.customer_id FROM payment_invoices i
               JOIN payment_customers c ON c.user_id = i.user_id WHERE i.id = $1";
    let invoice = refund.invoice.clone();
    let named: (String, String) =
        payments.db().read(move |tx| tx.query_one_as(sql, &[invoice.into()])).await?;
    let (receipt, customer) = named;
    alert::send(payments, &alert::charge_refund_by_hand(&refund.id, &receipt, &customer, refund.amount, why))
        .await
}

/// Stores a refund; its state where it is stored already.
fn start_refund(
    tx: &mut Tx<'_>,
    user_id: &str,
    refund: &ChargeRefund,
    now: Timestamp,
) -> Result<Option<RefundState>, Error> {
    let known = tx.row("WHERE id = $1 AND user_id = $2", &[(&refund.id).into(), user_id.into()])?;
    if let Some(StoredRefund { state, .. }) = known {
        return Ok(Some(state.into()));
    }
    let invoice = "SELECT amount, refunded_at IS NOT NULL, plan IS NOT NULL FROM payment_invoices
                   WHERE id = $1 AND user_id = $2 AND status = 'paid'";
    let invoice = tx.query_optional_as(invoice, &[(&refund.invoice).into(), user_id.into()])?;
    let (amount, is_refunded, is_of_plan): (i64, bool, bool) = invoice.ok_or(Refused::ReceiptNotFound)?;
    if !is_of_plan {
        return Err(Refused::OtherProduct.into());
    }
    if is_refunded {
        return Err(Refused::AlreadyRefunded.into());
    }
    let before =
        "SELECT CAST(coalesce(sum(amount), 0) AS bigint) FROM payment_charge_refunds WHERE invoice_id = $1";
    let before: i64 = tx.query_one_as(before, &[(&refund.invoice).into()])?;
    if refund.amount < 1 || refund.amount > amount - before {
        return Err(Refused::RefundAmount.into());
    }
    tx.insert(&StoredRefund {
        id: refund.id.clone(),
        user_id: user_id.to_owned(),
        invoice_id: refund.invoice.clone(),
        amount: refund.amount,
        state: RefundStep::Begun,
        created_at: now,
    })?;
    Ok(None)
}

/// Returns `true` if charges of that invoice were given back one by one: then the membership continues.
pub(crate) fn was_chosen(tx: &mut Tx<'_>, invoice: &str) -> Result<bool, ateneu_db::Error> {
    let sql = "SELECT 1 AS found FROM payment_charge_refunds WHERE invoice_id = $1 LIMIT 1";
    Ok(tx.query_optional(sql, &[invoice.into()])?.is_some())
}

//! A part of one charge, or all of it, given back by an administrator while the membership continues. A refund is
//! stored before the provider is called, under the id that the caller chose: asked for again it is the same refund.

use ateneu_base::Timestamp;
use ateneu_db::Tx;
use serde::Deserialize;

use crate::{
    Error, Payments, RefundState,
    changes::{actor::Trace, refund_rows},
    customers,
    emails::{alert, member::MemberEmails},
    refused::Refused,
};

/// Refund of a part of a charge.
#[derive(Clone, Debug, Deserialize)]
pub struct ChargeRefund {
    /// Chosen by the caller, so that the same request, sent twice, is one refund.
    pub id: String,
    /// The charge.
    pub invoice: String,
    /// Amount in centavos.
    pub amount: i64,
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
    let sql = "SELECT id, invoice_id AS invoice, amount FROM payment_charge_refunds WHERE state = 'begun'
               ORDER BY created_at LIMIT 100";
    let begun: Vec<ChargeRefund> = payments.db().read(move |tx| tx.query_as(sql, &[])).await?;
    for refund in begun {
        refund_part(payments, refund).await?;
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
async fn give_part_back(payments: &Payments, refund: &ChargeRefund) -> Result<Option<String>, Error> {
    let key = format!("charge-refund-{}", refund.id);
    let given = match payments.provider().payment_of_invoice(&refund.invoice).await {
        Ok(Some(payment)) => payments.provider().refund_part(&payment, refund.amount, &key).await,
        Ok(None) => return Ok(Some("a cobrança não foi paga pelo serviço.".to_owned())),
        Err(error) => Err(error),
    };
    match given {
        Err(Error::ProviderRefused { status: 400 | 402 | 404, message, .. }) => Ok(Some(message)),
        other => other.map(|()| None),
    }
}

async fn settle_charge(
    payments: &Payments,
    refund: ChargeRefund,
    refused: Option<String>,
) -> Result<RefundState, Error> {
    let (state, word) = match refused {
        Some(_) => (RefundState::ByHand, "by_hand"),
        None => (RefundState::Done, "done"),
    };
    if let Some(why) = refused {
        alert_by_hand(payments, &refund, &why).await?;
    }
    let (now, emails) = (payments.now(), MemberEmails::of(payments));
    let settled = payments.db().write(move |tx| {
        let sql =
            "UPDATE payment_charge_refunds SET state = $2, settled_at = $3 WHERE id = $1 AND state = 'begun'";
        let is_new = tx.execute(sql, &[(&refund.id).into(), word.into(), now.into()])? > 0;
        if is_new && state == RefundState::Done {
            refund_rows::given_back(tx, &refund.invoice, refund.amount, now)?;
            emails.charge_refunded(tx, &refund.id, &refund.invoice, refund.amount, now)?;
        }
        Ok::<_, ateneu_db::Error>(())
    });
    settled.await?;
    Ok(state)
}

/// Asks the owner to give it back by other means.
async fn alert_by_hand(payments: &Payments, refund: &ChargeRefund, why: &str) -> Result<(), Error> {
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
    let known = "SELECT state FROM payment_charge_refunds WHERE id = $1 AND user_id = $2";
    let state = tx.query_optional_as(known, &[(&refund.id).into(), user_id.into()])?;
    if state.is_some() {
        return Ok(state);
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
    let sql = "INSERT INTO payment_charge_refunds (id, user_id, invoice_id, amount, state, created_at)
               VALUES ($1, $2, $3, $4, 'begun', $5)";
    let values =
        [(&refund.id).into(), user_id.into(), (&refund.invoice).into(), refund.amount.into(), now.into()];
    tx.execute(sql, &values)?;
    Ok(None)
}

/// Returns `true` if charges of that invoice were given back one by one: then the membership continues.
pub(crate) fn was_chosen(tx: &mut Tx<'_>, invoice: &str) -> Result<bool, ateneu_db::Error> {
    let sql = "SELECT 1 AS found FROM payment_charge_refunds WHERE invoice_id = $1 LIMIT 1";
    Ok(tx.query_optional(sql, &[invoice.into()])?.is_some())
}

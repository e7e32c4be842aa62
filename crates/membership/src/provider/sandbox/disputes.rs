//! Payments disputed at the bank. A dispute is remembered on the receipt it is about; on the subscription only that one
//! waits to be decided.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde_json::{Value as Json, json};

use super::objects::{emit, invoices_of, last_paid, new_id, number, put, set, text};
use crate::words::ObjectKind;

const DISPUTES: &str = "/sandbox_disputes";
const OPEN: &str = "/sandbox_dispute_open";

/// Returns `true` if a dispute of this subscription is open.
pub(super) fn is_open(subscription: &Json) -> bool {
    subscription.pointer(OPEN) == Some(&Json::Bool(true))
}

/// The disputes of a receipt.
pub(super) fn of(invoice: &Json) -> impl Iterator<Item = &Json> {
    let all = invoice.pointer(DISPUTES).and_then(Json::as_array);
    all.into_iter().flatten()
}

/// The payer disputes the last payment. Returns `false` if nothing was paid.
pub(super) fn open_dispute(tx: &mut Tx<'_>, mut subscription: Json, now: Timestamp) -> Result<bool, Error> {
    let Some(mut invoice) = last_paid(tx, &subscription)? else {
        return Ok(false);
    };
    let dispute = json!({ "id": new_id("du"), "object": "dispute", "payment_intent": text(&invoice, "/payment_intent"),
        "amount": number(&invoice, "/total"), "status": "needs_response", "created": now.seconds() });
    let all: Vec<Json> = of(&invoice).cloned().chain([dispute.clone()]).collect();
    set(&mut invoice, DISPUTES, all);
    set(&mut subscription, OPEN, true);
    put(tx, ObjectKind::Invoice, &invoice, now)?;
    put(tx, ObjectKind::Subscription, &subscription, now)?;
    emit(tx, "charge.dispute.created", &dispute, now)?;
    Ok(true)
}

/// The bank decides: `won` for the owner, `lost` for the payer.
pub(super) fn decide(
    tx: &mut Tx<'_>,
    mut subscription: Json,
    status: &str,
    now: Timestamp,
) -> Result<bool, Error> {
    for mut invoice in invoices_of(tx, &subscription)? {
        let mut all: Vec<Json> = of(&invoice).cloned().collect();
        let waiting = all.iter_mut().find(|dispute| text(dispute, "/status") == "needs_response");
        let Some(dispute) = waiting else { continue };
        set(dispute, "/status", status);
        emit(tx, "charge.dispute.closed", dispute, now)?;
        set(&mut invoice, DISPUTES, all);
        put(tx, ObjectKind::Invoice, &invoice, now)?;
    }
    set(&mut subscription, OPEN, false);
    put(tx, ObjectKind::Subscription, &subscription, now)?;
    Ok(true)
}

//! `resend-receipt` and `send-membership-link`.

use ateneu_base::Record;
use ateneu_membership::Payments;
use axum::Router;
use serde_json::{Value, json};

use super::{By, function, person, standing::note};
use crate::{Error, fields::text};

pub(super) fn routes(payments: Option<&Payments>) -> Router {
    Router::new()
        .merge(function(payments, "resend-receipt", &["user_id", "receipt_id"], receipt))
        .merge(function(payments, "send-membership-link", &["user_id"], link))
}

async fn receipt(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let (user_id, receipt) = (person(&members)?, text(&members, "receipt_id")?);
    let (subject, told, now) = (user_id.clone(), receipt.clone(), payments.now());
    let sent = payments.resend_receipt(&user_id, &receipt, move |tx| {
        let new = Some(json!({ "receipt": told }));
        note(tx, &by, "resend-receipt", &subject, (None, new), now)
    });
    sent.await?;
    Ok(json!({ "message": "Recibo reenviado." }))
}

async fn link(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    let (subject, now) = (user_id.clone(), payments.now());
    let sent = payments.send_membership_link(&user_id, move |tx| {
        note(tx, &by, "send-membership-link", &subject, (None, None), now)
    });
    sent.await?;
    Ok(json!({ "message": "Mensagem enviada." }))
}

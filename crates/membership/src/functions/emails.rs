//! `resend-receipt` and `send-membership-link`.

use ateneu_base::ids;
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{
    audit::write_audit_entry,
    request::{Done, OfMember, PURPOSE},
};
use crate::{
    Payments,
    members::{resend_receipt, send_membership_link},
    refused::Refused,
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("resend-receipt", PURPOSE, receipt),
        Function::new("send-membership-link", PURPOSE, link),
    ]
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ResendReceipt {
    user_id: String,
    receipt_id: String,
}

async fn receipt(payments: Payments, by: Administrator, request: ResendReceipt) -> Result<Done, Refusal> {
    let user_id = ids::parse_uuid(&request.user_id).ok_or(Refused::PersonNotFound)?;
    let receipt = request.receipt_id;
    let (subject, logged, now) = (user_id.clone(), receipt.clone(), payments.now());
    let sent = resend_receipt(&payments, &user_id, &receipt, move |tx| {
        let new = Some(json!({ "receipt": logged }));
        write_audit_entry(tx, &by, "resend-receipt", &subject, (None, new), now)
    });
    sent.await?;
    Ok(Done { message: "Recibo reenviado." })
}

async fn link(payments: Payments, by: Administrator, request: OfMember) -> Result<Done, Refusal> {
    let user_id = request.id()?;
    let (subject, now) = (user_id.clone(), payments.now());
    let sent = send_membership_link(&payments, &user_id, move |tx| {
        write_audit_entry(tx, &by, "send-membership-link", &subject, (None, None), now)
    });
    sent.await?;
    Ok(Done { message: "Mensagem enviada." })
}

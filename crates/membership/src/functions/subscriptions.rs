//! Administrators' actions on a member's subscription, which call the payment provider. The request is recorded in the
//! audit log before the call, because the process may end meanwhile. So is a failure of the provider.

use ateneu_base::{Timestamp, ids};
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    audit::{read, write_audit_entry},
    request::{Done, OfMember, PURPOSE},
};
use crate::{
    ChangeActor, ChargeRefund, Error, Payments, RefundState, Trace,
    changes::{
        actor::reason_of,
        cancel::{end_at_period, end_now},
        charge_refunds,
        refund::refund_subscription,
    },
    members::find_account,
    refused::Refused,
    state::sync::sync_member,
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![
        Function::new("end-membership", PURPOSE, end),
        Function::new("keep-membership", PURPOSE, undo_cancellation),
        Function::new("refund-membership", PURPOSE, refund),
        Function::new("refund-charge", PURPOSE, refund_charge),
        Function::new("reconcile-member", PURPOSE, reconcile),
    ]
}

/// Time at which a subscription ends.
#[derive(Clone, Copy, Deserialize, JsonSchema, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum When {
    PeriodEnd,
    Now,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EndMembership {
    user_id: String,
    #[schemars(extend("expected" = "period_end ou now"))]
    when: When,
}

async fn end(payments: Payments, by: Administrator, request: EndMembership) -> Result<Done, Refusal> {
    let user_id = ids::parse_uuid(&request.user_id).ok_or(Refused::PersonNotFound)?;
    let when = request.when;
    let asked = Asked::new(&payments, by, "end-membership", &user_id, Some(json!({ "when": when })));
    let done = match when {
        When::PeriodEnd => {
            let by = ChangeActor::Office(asked.trace());
            end_at_period(&payments, &user_id, true, by).await
        }
        When::Now => end_now(&payments, &user_id, asked.trace()).await,
    };
    asked.settled(&payments, done).await?;
    let message = match when {
        When::PeriodEnd => "Assinatura cancelada para o fim do período.",
        When::Now => "Assinatura encerrada.",
    };
    Ok(Done { message })
}

async fn undo_cancellation(
    payments: Payments,
    by: Administrator,
    request: OfMember,
) -> Result<Done, Refusal> {
    let user_id = request.id()?;
    let asked = Asked::new(&payments, by, "keep-membership", &user_id, None);
    let by = ChangeActor::Office(asked.trace());
    let done = end_at_period(&payments, &user_id, false, by).await;
    asked.settled(&payments, done).await?;
    Ok(Done { message: "Cancelamento desfeito." })
}

/// Result of a refund.
#[derive(Serialize, JsonSchema)]
struct MembershipRefunded {
    message: &'static str,
    state: RefundState,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RefundMembership {
    user_id: String,
    /// Reason for the audit log.
    reason: String,
}

async fn refund(
    payments: Payments,
    by: Administrator,
    request: RefundMembership,
) -> Result<MembershipRefunded, Refusal> {
    let user_id = ids::parse_uuid(&request.user_id).ok_or(Refused::PersonNotFound)?;
    let new = json!({ "reason": reason_of(&request.reason)? });
    let asked = Asked::new(&payments, by, "refund-membership", &user_id, Some(new));
    let done = refund_subscription(&payments, &user_id, ChangeActor::Office(asked.trace())).await;
    let state = asked.settled(&payments, done).await?;
    let message = match state {
        RefundState::Done => "Pagamento devolvido e acesso encerrado.",
        RefundState::Waiting => {
            "Devolução anotada e acesso encerrado. O serviço de pagamento não respondeu; o site tenta de novo sozinho."
        }
        RefundState::ByHand => {
            "Assinatura encerrada. O serviço de pagamento não devolve este valor: devolva por outro meio."
        }
    };
    Ok(MembershipRefunded { message, state })
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RefundCharge {
    /// Id from the caller, so that a repeated request is one refund.
    #[schemars(extend("expected" = "um id novo"))]
    id: String,
    user_id: String,
    receipt_id: String,
    /// Amount in centavos.
    amount: i64,
    /// Reason for the audit log.
    reason: String,
}

async fn refund_charge(
    payments: Payments,
    by: Administrator,
    request: RefundCharge,
) -> Result<Done, Refusal> {
    let user_id = ids::parse_uuid(&request.user_id).ok_or(Refused::PersonNotFound)?;
    let id =
        ids::parse_uuid(&request.id).ok_or_else(|| Refusal::invalid_payload("id: informe um id novo."))?;
    let RefundCharge { receipt_id, amount, .. } = request;
    let new = json!({ "receipt": &receipt_id, "amount": amount, "reason": reason_of(&request.reason)? });
    let asked = Asked::new(&payments, by, "refund-charge", &user_id, Some(new));
    let refund = ChargeRefund { id, invoice: receipt_id, amount };
    let done = charge_refunds::refund_charge(&payments, &user_id, refund, asked.trace()).await;
    let message = match asked.settled(&payments, done).await? {
        RefundState::Done => "Valor devolvido. A assinatura continua.",
        RefundState::Waiting => {
            "Devolução anotada. O serviço de pagamento não respondeu; o site tenta de novo sozinho."
        }
        RefundState::ByHand => "O serviço de pagamento não devolve este valor: devolva por outro meio.",
    };
    Ok(Done { message })
}

async fn reconcile(payments: Payments, by: Administrator, request: OfMember) -> Result<Done, Refusal> {
    let user_id = request.id()?;
    find_account(&payments, &user_id).await?;
    let (id, now) = (user_id.clone(), payments.now());
    let before = payments.db().read(move |tx| read(tx, &id)).await?;
    let is_known = sync_member(&payments, &user_id).await?;
    if !is_known {
        return Err(Refused::NoCustomer.into());
    }
    let written = payments.db().write(move |tx| {
        let after = read(tx, &user_id)?;
        write_audit_entry(tx, &by, "reconcile-member", &user_id, (before, after), now)
    });
    written.await?;
    Ok(Done { message: "Conferido com o serviço de pagamento." })
}

/// A requested action, for the audit log.
#[derive(Clone)]
struct Asked {
    by: Administrator,
    action: &'static str,
    user_id: String,
    new: Option<Value>,
    now: Timestamp,
}

impl Asked {
    fn new(
        payments: &Payments,
        by: Administrator,
        action: &'static str,
        user_id: &str,
        new: Option<Value>,
    ) -> Self {
        Self { by, action, user_id: user_id.to_owned(), new, now: payments.now() }
    }

    /// Returns the trace of the state before and the request.
    fn trace(&self) -> Trace {
        let asked = self.clone();
        Box::new(move |tx| {
            let old = read(tx, &asked.user_id)?;
            write_audit_entry(tx, &asked.by, asked.action, &asked.user_id, (old, asked.new), asked.now)
        })
    }

    /// Records the result, including failures of the provider.
    async fn settled<T>(self, payments: &Payments, done: Result<T, Error>) -> Result<T, Error> {
        if let Err(error @ (Error::ProviderDown(_) | Error::ProviderRefused { .. })) = &done {
            let new = json!({ "act": self.action, "code": Refusal::from(error.clone()).code });
            let failed = payments.db().write(move |tx| {
                let action = "failed-membership-act";
                write_audit_entry(tx, &self.by, action, &self.user_id, (None, Some(new)), self.now)
            });
            failed.await?;
        }
        done
    }
}

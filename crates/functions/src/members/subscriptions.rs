//! Acts on a member's subscription, which reach the payment provider. What is asked for is written into the trail before
//! the provider hears of it, for afterwards may never come; that the provider failed is written too.

use ateneu_base::{Record, Timestamp};
use ateneu_membership::{AskedBy, Error as Refused, Payments, RefundState, Trace};
use axum::Router;
use serde_json::{Value, json};

use super::{
    By, function, person,
    standing::{note, read},
};
use crate::{Error, fields::optional_word};

pub(super) fn routes(payments: Option<&Payments>) -> Router {
    let only_person = &["user_id"];
    Router::new()
        .merge(function(payments, "end-membership", &["user_id", "when"], end))
        .merge(function(payments, "keep-membership", only_person, keep))
        .merge(function(payments, "refund-membership", only_person, refund))
        .merge(function(payments, "reconcile-member", only_person, reconcile))
}

/// When a subscription ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    PeriodEnd,
    Now,
}

const WHENS: [(&str, When); 2] = [("period_end", When::PeriodEnd), ("now", When::Now)];

async fn end(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    let when = optional_word(&members, "when", &WHENS)?;
    let when = when.ok_or_else(|| Error::InvalidPayload("when: informe period_end ou now.".into()))?;
    let asked = Asked::new(&payments, by, "end-membership", &user_id, members["when"].clone());
    let done = match when {
        When::PeriodEnd => {
            let by = AskedBy::Office(asked.trace());
            payments.end_at_period(&user_id, true, by).await
        }
        When::Now => payments.end_now(&user_id, asked.trace()).await,
    };
    asked.settled(&payments, done).await?;
    let message = match when {
        When::PeriodEnd => "Assinatura cancelada para o fim do período.",
        When::Now => "Assinatura encerrada.",
    };
    Ok(json!({ "message": message }))
}

async fn keep(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    let asked = Asked::new(&payments, by, "keep-membership", &user_id, Value::Null);
    let by = AskedBy::Office(asked.trace());
    let done = payments.end_at_period(&user_id, false, by).await;
    asked.settled(&payments, done).await?;
    Ok(json!({ "message": "Cancelamento desfeito." }))
}

async fn refund(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    let asked = Asked::new(&payments, by, "refund-membership", &user_id, Value::Null);
    let done = payments.refund(&user_id, AskedBy::Office(asked.trace())).await;
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
    Ok(json!({ "message": message, "state": state }))
}

async fn reconcile(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    payments.account(&user_id).await?;
    let (id, now) = (user_id.clone(), payments.now());
    let before = payments.trail(move |tx| read(tx, &id)).await?;
    let is_known = payments.ask_again(&user_id).await?;
    if !is_known {
        return Err(Error::Payment(Refused::NoCustomer));
    }
    let written = payments.trail(move |tx| {
        let after = read(tx, &user_id)?;
        note(tx, &by, "reconcile-member", &user_id, (before, after), now)
    });
    written.await?;
    Ok(json!({ "message": "Conferido com o serviço de pagamento." }))
}

/// An act as the trail tells of it.
#[derive(Clone)]
struct Asked {
    by: By,
    action: &'static str,
    user_id: String,
    when: Value,
    now: Timestamp,
}

impl Asked {
    fn new(payments: &Payments, by: By, action: &'static str, user_id: &str, when: Value) -> Self {
        Self { by, action, user_id: user_id.to_owned(), when, now: payments.now() }
    }

    /// How the person stood, and what was asked for.
    fn trace(&self) -> Trace {
        let asked = self.clone();
        Box::new(move |tx| {
            let old = read(tx, &asked.user_id)?;
            let new = (!asked.when.is_null()).then(|| json!({ "when": asked.when }));
            note(tx, &asked.by, asked.action, &asked.user_id, (old, new), asked.now)
        })
    }

    /// What came of it; that the provider failed is written as well.
    async fn settled<T>(self, payments: &Payments, done: Result<T, Refused>) -> Result<T, Error> {
        if let Err(error @ (Refused::ProviderDown(_) | Refused::ProviderRefused { .. })) = &done {
            let new = json!({ "act": self.action, "code": error.code() });
            let failed = payments.trail(move |tx| {
                let action = "failed-membership-act";
                note(tx, &self.by, action, &self.user_id, (None, Some(new)), self.now)
            });
            failed.await?;
        }
        Ok(done?)
    }
}

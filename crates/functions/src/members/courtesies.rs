//! `grant-courtesy` and `end-courtesy`.

use ateneu_base::{Record, ids};
use ateneu_membership::{Courtesy, Gift, Payments, Plan};
use axum::Router;
use serde_json::{Value, json};

use super::{By, function, person, standing::note};
use crate::{
    Error,
    fields::{optional_number, optional_word, text},
};

pub(super) fn routes(payments: Option<&Payments>) -> Router {
    Router::new()
        .merge(function(payments, "grant-courtesy", &["id", "person", "plan", "months", "reason"], grant))
        .merge(function(payments, "end-courtesy", &["user_id"], end))
}

async fn grant(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let id = ids::parse_uuid(&text(&members, "id")?);
    let id = id.ok_or_else(|| Error::InvalidPayload("id: informe um uuid novo.".into()))?;
    let user_id = payments.account(&text(&members, "person")?).await?;
    let (now, subject) = (payments.now(), user_id.clone());
    let gift = Gift {
        id,
        user_id: user_id.clone(),
        plan: optional_word(&members, "plan", &Plan::ALL.map(|plan| (plan.name(), plan)))?,
        months: optional_number(&members, "months")?.unwrap_or(0),
        reason: text(&members, "reason")?,
    };
    let given = payments.grant_courtesy(gift, move |tx, given: &Courtesy| {
        note(tx, &by, "grant-courtesy", &subject, (None, Some(told(given))), now)
    });
    let given = given.await?;
    Ok(json!({ "message": "Cortesia dada.", "user_id": user_id, "courtesy": given }))
}

async fn end(payments: Payments, by: By, members: Record) -> Result<Value, Error> {
    let user_id = person(&members)?;
    let (now, subject) = (payments.now(), user_id.clone());
    let ended = payments.end_courtesy(&user_id, move |tx, ended: &[Courtesy]| {
        ended.iter().try_for_each(|one| note(tx, &by, "end-courtesy", &subject, (Some(told(one)), None), now))
    });
    ended.await?;
    Ok(json!({ "message": "Cortesia encerrada." }))
}

/// A gift, as the trail tells of it.
fn told(given: &Courtesy) -> Value {
    json!({ "plan": given.plan, "months": given.months, "since": given.starts_at, "until": given.ends_at,
        "reason": given.reason })
}

//! `grant-courtesy` and `end-courtesy`.

use std::num::NonZeroU32;

use ateneu_base::ids;
use ateneu_functions::{Administrator, Function, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    audit::write_audit_entry,
    request::{Done, OfMember, PURPOSE},
};
use crate::{
    Courtesy, Grant, PaidPlan, Payments,
    changes::courtesy::{end_courtesy, grant_courtesy},
    members::find_account,
};

pub(super) fn functions() -> Vec<Function<Payments>> {
    vec![Function::new("grant-courtesy", PURPOSE, grant), Function::new("end-courtesy", PURPOSE, end)]
}

/// Free months.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GrantCourtesy {
    /// Chosen by the caller: the same id is the same courtesy.
    #[schemars(extend("expected" = "um uuid novo"))]
    id: String,
    /// The id or the email of the account.
    person: String,
    plan: Option<PaidPlan>,
    months: Option<NonZeroU32>,
    reason: String,
}

#[derive(Serialize, JsonSchema)]
struct CourtesyGranted {
    message: &'static str,
    user_id: String,
    courtesy: Courtesy,
}

async fn grant(
    payments: Payments,
    by: Administrator,
    request: GrantCourtesy,
) -> Result<CourtesyGranted, Refusal> {
    let id = ids::parse_uuid(&request.id);
    let id = id.ok_or_else(|| Refusal::invalid_payload("id: informe um uuid novo."))?;
    let user_id = find_account(&payments, &request.person).await?;
    let (now, subject) = (payments.now(), user_id.clone());
    let grant = Grant {
        id,
        user_id: user_id.clone(),
        plan: request.plan,
        months: request.months.map_or(0, NonZeroU32::get),
        reason: request.reason,
    };
    let given = grant_courtesy(&payments, grant, move |tx, given: &Courtesy| {
        write_audit_entry(tx, &by, "grant-courtesy", &subject, (None, Some(logged(given))), now)
    });
    let courtesy = given.await?;
    Ok(CourtesyGranted { message: "Cortesia concedida.", user_id, courtesy })
}

async fn end(payments: Payments, by: Administrator, request: OfMember) -> Result<Done, Refusal> {
    let user_id = request.id()?;
    let (now, subject) = (payments.now(), user_id.clone());
    let ended = end_courtesy(&payments, &user_id, move |tx, ended: &[Courtesy]| {
        ended.iter().try_for_each(|one| {
            write_audit_entry(tx, &by, "end-courtesy", &subject, (Some(logged(one)), None), now)
        })
    });
    ended.await?;
    Ok(Done { message: "Cortesia encerrada." })
}

/// A courtesy in the audit log.
fn logged(given: &Courtesy) -> Value {
    json!({ "plan": given.plan, "months": given.months, "since": given.starts_at, "until": given.ends_at,
        "reason": given.reason })
}

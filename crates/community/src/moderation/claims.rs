//! Claims on cases, so that two moderators do not decide one at the same time. They have no other effect and are not
//! audited.

use std::time::Duration;

use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, rule};
use serde_json::Value as Json;

use super::cases::Case;
use crate::{
    call::{given, person},
    refused::Refused,
};

/// Duration of a claim without renewal.
const CLAIMED: Duration = Duration::from_mins(10);

/// Declares the procedure that claims an open case for ten minutes, or renews the claim.
pub fn claim() -> Procedure {
    Procedure::writes::<()>(
        "claim_moderation_case",
        [Argument::required("id", Kind::Uuid)],
        rule::staff(),
        |tx, call| {
            call.records_itself();
            let case = Case::find(tx, given(call, "id"))?;
            case.check_decider(tx, &call.caller)?;
            case.check_claim(&call.caller, call.now)?;
            if !case.is_open {
                return Err(Refused::CaseDecided.into());
            }
            tx.write(
                "UPDATE community_cases SET claimed_by = $2, claimed_until = $3, updated_at = $4 WHERE id = $1",
                &[case.id.into(), person(call), (call.now + CLAIMED).into(), call.now.into()],
            )?;
            Ok(Json::Null)
        },
    )
}

/// Declares the procedure that releases the caller's claim.
pub fn release() -> Procedure {
    Procedure::writes::<()>(
        "release_moderation_case",
        [Argument::required("id", Kind::Uuid)],
        rule::staff(),
        released,
    )
}

fn released(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    call.records_itself();
    tx.write(
        "UPDATE community_cases SET claimed_by = NULL, claimed_until = NULL, updated_at = $3
         WHERE id = $1 AND claimed_by = $2 AND status = 'open'",
        &[given(call, "id").into(), person(call), call.now.into()],
    )?;
    Ok(Json::Null)
}

//! Undoes a recent decision.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, TableRow, Words, rule};
use serde_json::Value as Json;

use super::{cases::Case, outcome};
use crate::{
    call::{given, person},
    refused::Refused,
    tables::moderation::{AppealOutcome, CaseDecision, HiddenBecause},
};

/// Time within which a decision may be undone by its author.
pub const UNDOABLE: Duration = Duration::from_mins(10);

/// Declares the procedure that undoes a decision of the caller: the case is reopened, and the text restored.
pub fn undo() -> Procedure {
    Procedure::writes::<()>(
        "undo_moderation_decision",
        [Argument::required("id", Kind::Uuid)],
        rule::staff(),
        run,
    )
}

/// A stored decision.
#[derive(Clone, PartialEq, TableRow)]
#[table("community_decisions")]
pub struct Decision {
    pub id: String,
    pub case_id: String,
    pub subject_id: Option<String>,
    pub decision: CaseDecision,
    pub decided_by: Option<String>,
    pub decided_at: Timestamp,
    pub hidden_before: Option<HiddenBecause>,
    pub informs_subject: bool,
    is_effective: bool,
    pub is_undone: bool,
    pub appealed_at: Option<Timestamp>,
    pub appeal_outcome: Option<AppealOutcome>,
}

impl Decision {
    /// Finds the decision of that id.
    pub fn find(tx: &mut Tx<'_>, id: Option<&str>) -> Result<Self, Error> {
        tx.row("WHERE id = $1", &[id.into()])?.ok_or_else(|| Refused::DecisionNotFound.into())
    }
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let decision = Decision::find(tx, given(call, "id"))?;
    let case = Case::find(tx, Some(&decision.case_id))?;
    case.check_decider(tx, &call.caller)?;
    if decision.decided_by != call.caller.user_id {
        return Err(Refused::DecisionOfAnother.into());
    }
    let is_late = call.now > decision.decided_at + UNDOABLE || decision.appealed_at.is_some();
    if is_late || !decision.is_effective || is_open_again(tx, &case)? {
        return Err(Refused::UndoTooLate.into());
    }
    tx.write(
        "UPDATE community_decisions SET is_undone = TRUE, is_effective = FALSE, updated_at = $2 WHERE id = $1",
        &[given(call, "id").into(), call.now.into()],
    )?;
    outcome::put_back(tx, &case, decision.hidden_before, call.now)?;
    if decision.decision == CaseDecision::Lock {
        outcome::lock(tx, &case, false, call.now)?;
    }
    outcome::settle_reports(tx, &case, None, call.now)?;
    outcome::withdraw(tx, &case, decision.decided_at)?;
    reopen(tx, call, &case, call.now)?;
    outcome::audit(tx, call, "moderation-undo", &case, Some(decision.decision.word()))?;
    Ok(Json::Null)
}

/// Returns `true` if another case about the same subject was opened since.
fn is_open_again(tx: &mut Tx<'_>, case: &Case) -> Result<bool, Error> {
    let found = tx.query_optional(
        "SELECT other.id FROM community_cases other JOIN community_cases own ON own.id = $1
         WHERE other.status = 'open' AND other.kind = own.kind
           AND coalesce(other.comment_id, other.post_id, other.profile_id, other.outside_id)
             = coalesce(own.comment_id, own.post_id, own.profile_id, own.outside_id)
         LIMIT 1",
        &[case.id.as_str().into()],
    )?;
    Ok(found.is_some())
}

fn reopen(tx: &mut Tx<'_>, call: &Call, case: &Case, now: Timestamp) -> Result<(), Error> {
    tx.write(
        "UPDATE community_cases SET status = 'open', decided_at = NULL, claimed_by = $2, claimed_until = $3,
             updated_at = $4
         WHERE id = $1",
        &[case.id.as_str().into(), person(call), (now + UNDOABLE).into(), now.into()],
    )?;
    Ok(())
}

//! Undoing a decision shortly after it was made.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::{Row, Tx};
use ateneu_schema::{Kind, rule};
use serde_json::Value as Json;

use super::{cases::Case, given, outcome, person};

/// How long a decision may be undone by who made it.
pub const UNDOABLE: Duration = Duration::from_mins(10);

/// Undoes a decision of the caller: the case is open again, and the text is as it was.
pub fn undo() -> Procedure {
    Procedure::writes::<()>(
        "undo_moderation_decision",
        [Argument::required("id", Kind::Uuid)],
        rule::staff(),
        run,
    )
}

/// The decision of that id.
pub fn find(tx: &mut Tx<'_>, id: Option<&str>) -> Result<Row, Error> {
    let row = tx.query_optional(
        "SELECT id, case_id, subject_id, decision, decided_by, decided_at, hidden_before, informs_subject,
                is_effective, is_undone, appealed_at, appeal_outcome
         FROM community_decisions WHERE id = $1",
        &[id.into()],
    )?;
    row.ok_or_else(|| Error::raised("decision_not_found"))
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let decision = find(tx, given(call, "id"))?;
    let case = Case::find(tx, decision.text("case_id"), call.now)?;
    case.check_decider(tx, &call.caller)?;
    if decision.text("decided_by") != call.caller.user_id.as_deref() {
        return Err(Error::raised("decision_of_another"));
    }
    let decided_at = decision.instant("decided_at").unwrap_or(call.now);
    let is_late = call.now > decided_at + UNDOABLE || decision.text("appealed_at").is_some();
    if is_late || !decision.truth("is_effective") || is_open_again(tx, &case)? {
        return Err(Error::raised("undo_too_late"));
    }
    tx.write(
        "UPDATE community_decisions SET is_undone = TRUE, is_effective = FALSE, updated_at = $2 WHERE id = $1",
        &[given(call, "id").into(), call.now.into()],
    )?;
    let deleted = decision.text("decision") == Some("delete");
    outcome::put_back(tx, &case, decision.text("hidden_before"), deleted, call.now)?;
    outcome::settle_reports(tx, &case, None, call.now)?;
    outcome::withdraw(tx, &case, decided_at)?;
    reopen(tx, call, &case, call.now)?;
    outcome::audit(tx, call, "moderation-undo", &case, decision.text("decision"))?;
    Ok(Json::Null)
}

/// Whether another case about the same thing was opened since.
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

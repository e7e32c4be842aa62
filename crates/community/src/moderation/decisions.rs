//! Decisions about cases.

use std::time::Duration;

use ateneu_base::{Timestamp, Value, ids};
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, Words, rule};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{
    answers::{self, After},
    cases::{self, Case},
    outcome, reports,
};
use crate::{
    call::{MAX_REASON_LENGTH, given, person, within},
    refused::Refused,
    tables::moderation::{CaseDecision, CaseOrigin, ReportOutcome},
};

/// Maximum silence in days.
const MAX_DAYS: i64 = 365;

/// A stored decision.
#[derive(Serialize, JsonSchema)]
struct Decided {
    id: String,
}

/// Declares the procedure that decides an open case, or directly about a post, a comment or a profile. `keep` shows the
/// text. `lock` shows a post and closes it to comments, `picture` removes the picture of a profile; `hide`, `delete`,
/// `warn`, `silence` (for `days`) and `ban` hide the text. All but `keep` need a reason and inform the person
/// concerned.
pub fn decide() -> Procedure {
    Procedure::writes::<Decided>(
        "decide_moderation_case",
        [
            Argument::optional("id", Kind::Uuid),
            Argument::optional("post_id", Kind::Uuid),
            Argument::optional("comment_id", Kind::Uuid),
            Argument::optional("user_id", Kind::Uuid),
            Argument::required("decision", Kind::Text),
            Argument::optional("reason", Kind::Text),
            Argument::optional("days", Kind::Int),
        ],
        rule::staff(),
        run,
    )
}

/// Checked arguments of a decision.
struct Decision<'c> {
    made: CaseDecision,
    reason: Option<&'c str>,
    until: Option<Timestamp>,
}

impl<'c> Decision<'c> {
    fn of(call: &'c Call) -> Result<Self, Error> {
        let made = given(call, "decision").and_then(CaseDecision::of).ok_or(Refused::UnknownDecision)?;
        let reason = within(given(call, "reason"), MAX_REASON_LENGTH)?;
        if reason.is_none() && made != CaseDecision::Keep {
            return Err(Refused::ReasonMissing.into());
        }
        let until = match (made, call.arguments.get("days").and_then(Json::as_i64)) {
            (CaseDecision::Silence, Some(days)) if (1..=MAX_DAYS).contains(&days) => {
                Some(call.now + Duration::from_hours(24 * days.unsigned_abs()))
            }
            (CaseDecision::Silence, _) => return Err(Refused::DaysMissing.into()),
            _ => None,
        };
        Ok(Self { made, reason, until })
    }

    /// Returns `true` if it concerns the person, not only the text.
    fn is_sanction(&self) -> bool {
        matches!(self.made, CaseDecision::Silence | CaseDecision::Ban)
    }
}

fn run(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let decision = Decision::of(call)?;
    let is_kept = decision.made == CaseDecision::Keep;
    let case = match given(call, "id") {
        Some(id) => Case::find(tx, Some(id))?,
        None => {
            tx.lock("community_cases")?;
            let target = reports::find_target(tx, call)?;
            let id = cases::open(tx, &target, CaseOrigin::Staff, call.now)?;
            Case::find(tx, Some(&id))?
        }
    };
    let roles = case.check_decider(tx, &call.caller)?;
    if !case.is_open {
        return Err(Refused::CaseDecided.into());
    }
    case.check_claim(&call.caller, call.now)?;
    if decision.is_sanction() && roles.is_staff {
        return Err(Refused::SubjectIsStaff.into());
    }
    if case.subject.is_none() && !is_kept {
        return Err(Refused::NobodyConcerned.into());
    }
    check_possible(decision.made, &case)?;
    let hidden_before = outcome::hidden_because(tx, &case)?;
    // The author learns nothing of an unfounded report that hid nothing.
    let informs_subject = !is_kept || hidden_before.is_some();
    let id = ids::row_id(call.now);
    let seconds = call.now.seconds() - case.opened_at.seconds();
    tx.write(
        "INSERT INTO community_decisions (id, case_id, subject_id, decision, until, reason, decided_by, decided_at,
             seconds, hidden_before, informs_subject, is_effective, is_undone, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, TRUE, FALSE, $8)",
        &[
            id.as_str().into(),
            case.id.as_str().into(),
            case.subject.as_deref().into(),
            decision.made.into(),
            decision.until.into(),
            decision.reason.into(),
            person(call),
            call.now.into(),
            Value::Int(seconds.max(0)),
            hidden_before.into(),
            Value::Bool(informs_subject),
        ],
    )?;
    tx.write(
        "UPDATE community_cases SET status = 'decided', decided_at = $2, claimed_by = NULL, claimed_until = NULL,
             updated_at = $2
         WHERE id = $1",
        &[case.id.as_str().into(), call.now.into()],
    )?;
    match decision.made {
        CaseDecision::Keep => outcome::show(tx, call, &case)?,
        CaseDecision::Delete => outcome::hide(tx, &case, true, call.now)?,
        CaseDecision::Lock => {
            outcome::show(tx, call, &case)?;
            outcome::lock(tx, &case, true, call.now)?;
        }
        CaseDecision::Picture => outcome::remove_picture(tx, &case)?,
        _ => outcome::hide(tx, &case, false, call.now)?,
    }
    let reports = if is_kept { ReportOutcome::Dismissed } else { ReportOutcome::Upheld };
    outcome::settle_reports(tx, &case, Some(reports), call.now)?;
    answers::queue_answer(tx, &case, &id, After::Decision, call.now)?;
    if informs_subject {
        outcome::inform_subject(tx, &case, call.now)?;
    }
    outcome::audit(tx, call, "moderation-decision", &case, Some(decision.made.word()))?;
    Ok(json!({ "id": id }))
}

/// Refuses a decision that does not fit the case.
fn check_possible(decision: CaseDecision, case: &Case) -> Result<(), Error> {
    let is_possible = match decision {
        CaseDecision::Hide | CaseDecision::Delete => case.content().is_some(),
        CaseDecision::Lock => case.post.is_some() && case.comment.is_none(),
        CaseDecision::Picture => case.profile.is_some(),
        _ => true,
    };
    if is_possible { Ok(()) } else { Err(Refused::NothingToHide.into()) }
}

//! Appeals: one per decision, decided by another moderator.

use std::time::Duration;

use ateneu_base::Value;
use ateneu_data::{Argument, Call, Error, Procedure};
use ateneu_db::Tx;
use ateneu_schema::{Kind, Words, rule};
use serde_json::Value as Json;

use super::{
    answers::{self, After},
    cases::Case,
    outcome,
    undo::Decision,
};
use crate::{
    call::{MAX_REASON_LENGTH, given, person, within},
    refused::Refused,
    tables::moderation::{AppealOutcome, CaseDecision, HiddenBecause, ReportOutcome},
};

/// Time after a decision within which the person concerned may appeal.
const APPEALABLE: Duration = Duration::from_hours(24 * 30);

/// Declares the procedure that appeals against a decision about the caller.
pub fn appeal() -> Procedure {
    Procedure::writes::<()>(
        "appeal_moderation_decision",
        [Argument::required("id", Kind::Uuid), Argument::required("text", Kind::Text)],
        rule::signed_in(),
        |tx, call| {
            let text = within(given(call, "text"), MAX_REASON_LENGTH)?;
            let Some(text) = text else { return Err(Refused::AppealMissing.into()) };
            tx.lock("community_cases")?;
            let decision = Decision::find(tx, given(call, "id"))?;
            let concerns = call.caller.user_id.is_some()
                && decision.subject_id == call.caller.user_id
                && !decision.is_undone
                && decision.informs_subject;
            if !concerns {
                return Err(Refused::DecisionNotFound.into());
            }
            if decision.appealed_at.is_some() {
                return Err(Refused::AlreadyAppealed.into());
            }
            if decision.decision == CaseDecision::Keep || call.now > decision.decided_at + APPEALABLE {
                return Err(Refused::AppealTooLate.into());
            }
            tx.write(
                "UPDATE community_decisions SET appeal = $2, appealed_at = $3, updated_at = $3 WHERE id = $1",
                &[given(call, "id").into(), text.into(), call.now.into()],
            )?;
            Ok(Json::Null)
        },
    )
}

/// Declares the procedure that decides an appeal: the decision stands, or is overturned and its effects end.
pub fn decide() -> Procedure {
    Procedure::writes::<()>(
        "decide_moderation_appeal",
        [
            Argument::required("id", Kind::Uuid),
            Argument::required("overturn", Kind::Bool),
            Argument::required("reason", Kind::Text),
        ],
        rule::staff(),
        decided,
    )
}

fn decided(tx: &mut Tx<'_>, call: &Call) -> Result<Json, Error> {
    let reason = within(given(call, "reason"), MAX_REASON_LENGTH)?;
    let Some(reason) = reason else { return Err(Refused::ReasonMissing.into()) };
    let overturn = call.arguments.get("overturn").and_then(Json::as_bool).unwrap_or_default();
    let decision = Decision::find(tx, given(call, "id"))?;
    let case = Case::find(tx, Some(&decision.case_id))?;
    case.check_decider(tx, &call.caller)?;
    if decision.appealed_at.is_none() {
        return Err(Refused::DecisionNotFound.into());
    }
    if decision.appeal_outcome.is_some() {
        return Err(Refused::AppealDecided.into());
    }
    if decision.decided_by.is_some() && decision.decided_by == call.caller.user_id {
        return Err(Refused::AppealByTheSame.into());
    }
    let outcome = if overturn { AppealOutcome::Overturned } else { AppealOutcome::Confirmed };
    tx.write(
        "UPDATE community_decisions SET appeal_outcome = $2, appeal_reason = $3, appeal_decided_by = $4,
             appeal_decided_at = $5, is_effective = $6, updated_at = $5
         WHERE id = $1",
        &[
            given(call, "id").into(),
            outcome.into(),
            reason.into(),
            person(call),
            call.now.into(),
            Value::Bool(!overturn),
        ],
    )?;
    if overturn {
        // A text hidden by an earlier decision stays hidden.
        let because = decision.hidden_before.filter(|because| *because == HiddenBecause::Staff);
        outcome::put_back(tx, &case, because, call.now)?;
        if decision.decision == CaseDecision::Lock {
            outcome::lock(tx, &case, false, call.now)?;
        }
        outcome::settle_reports(tx, &case, Some(ReportOutcome::Dismissed), call.now)?;
        answers::queue_answer(tx, &case, &decision.id, After::Appeal, call.now)?;
    }
    outcome::inform_subject(tx, &case, call.now)?;
    outcome::audit(tx, call, "moderation-appeal", &case, Some(outcome.word()))?;
    Ok(Json::Null)
}

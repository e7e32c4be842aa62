//! The decision about the next step of a run. It reads facts alone, so a preview decides as the server does.

use std::time::Duration;

use ateneu_base::Timestamp;

use super::{
    definitions::{Condition, Definition, Step, Stop},
    facts::Facts,
    words::Reason,
};

/// A later step is skipped: after downtime or the restore of a backup nobody gets old emails.
pub(crate) const OVERDUE: Duration = Duration::from_hours(24);

/// The next change of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The email of the step is queued.
    Send(&'static Step),
    /// The step is left out.
    Skip(Reason),
    /// The run ends.
    Stop(Reason),
    /// The step becomes due later.
    Wait(Timestamp),
    /// The run has no further step.
    Finish,
}

/// Decides about the next step of a run.
pub(crate) fn decide(definition: &Definition, facts: &Facts, now: Timestamp) -> Decision {
    if let Some(reason) = end(definition, facts, now) {
        return Decision::Stop(reason);
    }
    let Some(step) = definition.step(facts.step) else { return Decision::Finish };
    // An open page may still be paid, so the person has left nothing yet.
    if definition.stop == Stop::Bought
        && let Some(until) = facts.page_until
    {
        return Decision::Wait(until);
    }
    // Of two steps that are due at once, only the later is sent.
    let next = definition.step(facts.step + 1);
    let is_passed = next.is_some_and(|next| facts.begun_at + next.after <= now);
    if is_passed || facts.due_at + OVERDUE < now {
        return Decision::Skip(Reason::Overdue);
    }
    let is_needed = match step.condition {
        Condition::Always => true,
        Condition::NoCourse => !facts.has_course,
        Condition::NoPost => !facts.has_post,
    };
    if is_needed { Decision::Send(step) } else { Decision::Skip(Reason::NotNeeded) }
}

/// Returns the reason that ends a run, if there is one.
fn end(definition: &Definition, facts: &Facts, now: Timestamp) -> Option<Reason> {
    if facts.is_gone {
        return Some(Reason::Erased);
    }
    if facts.is_banned || facts.email.is_none() {
        return Some(Reason::Unreachable);
    }
    if facts.has_left {
        return Some(Reason::Unsubscribed);
    }
    if facts.is_suppressed {
        return Some(Reason::Suppressed);
    }
    let has_access = facts.access_until.is_some_and(|until| now < until);
    let came_back = || facts.last_visit().is_some_and(|at| at >= facts.begun_at);
    match definition.stop {
        Stop::Bought => (has_access || facts.has_paid).then_some(Reason::Bought),
        Stop::MembershipOver | Stop::CameBack if !has_access => Some(Reason::MembershipOver),
        Stop::CameBack => came_back().then_some(Reason::CameBack),
        Stop::None | Stop::MembershipOver => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequences::words::SequenceName;

    const DAY: Duration = Duration::from_hours(24);
    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

    fn facts() -> Facts {
        Facts {
            begun_at: NOW,
            due_at: NOW,
            user_id: Some("u".into()),
            email: Some("ana@exemplo.com.br".into()),
            ..Facts::sample()
        }
    }

    fn decided(name: SequenceName, facts: &Facts) -> Decision {
        decide(Definition::of(name), facts, NOW)
    }

    #[test]
    fn every_fact_against_a_step_ends_or_skips_it() {
        use SequenceName::{AbandonedCheckout, Away, FirstMonth, Welcome, WinBack};
        let plain = facts;
        let member = || Facts { access_until: Some(NOW + DAY), ..plain() };
        let stop = |reason| Decision::Stop(reason);
        for (name, facts, expected) in [
            (Welcome, Facts { has_left: true, ..plain() }, stop(Reason::Unsubscribed)),
            (Welcome, Facts { email: None, ..plain() }, stop(Reason::Unreachable)),
            (Welcome, Facts { is_suppressed: true, ..plain() }, stop(Reason::Suppressed)),
            (AbandonedCheckout, Facts { is_gone: true, ..plain() }, stop(Reason::Erased)),
            (AbandonedCheckout, Facts { is_banned: true, ..plain() }, stop(Reason::Unreachable)),
            (AbandonedCheckout, Facts { has_paid: true, ..plain() }, stop(Reason::Bought)),
            (AbandonedCheckout, member(), stop(Reason::Bought)),
            (AbandonedCheckout, Facts { page_until: Some(NOW + DAY), ..plain() }, Decision::Wait(NOW + DAY)),
            (WinBack, member(), stop(Reason::Bought)),
            (FirstMonth, plain(), stop(Reason::MembershipOver)),
            (FirstMonth, Facts { has_course: true, ..member() }, Decision::Skip(Reason::NotNeeded)),
            (FirstMonth, Facts { step: 2, has_post: true, ..member() }, Decision::Skip(Reason::NotNeeded)),
            (FirstMonth, Facts { step: 4, ..member() }, Decision::Finish),
            (Away, plain(), stop(Reason::MembershipOver)),
            (Away, Facts { seen_at: Some(NOW), ..member() }, stop(Reason::CameBack)),
            (Away, Facts { signed_in_at: Some(NOW), ..member() }, stop(Reason::CameBack)),
        ] {
            assert_eq!(decided(name, &facts), expected, "{name:?} {facts:?}");
        }
    }

    #[test]
    fn a_step_is_sent_until_a_day_after_its_time() {
        let late = |by| Facts { due_at: NOW - by, ..facts() };
        let step = Definition::of(SequenceName::AbandonedCheckout).step(1).unwrap();
        for by in [Duration::ZERO, OVERDUE] {
            let decision = decided(SequenceName::AbandonedCheckout, &late(by));
            assert!(matches!(decision, Decision::Send(sent) if sent.email == step.email), "{by:?}");
        }
        let passed = Facts { begun_at: NOW - DAY, ..late(Duration::from_hours(23)) };
        let decision = decided(SequenceName::AbandonedCheckout, &passed);
        assert_eq!(decision, Decision::Skip(Reason::Overdue), "the next step is due");
        let later = late(OVERDUE + Duration::from_secs(1));
        let decision = decided(SequenceName::AbandonedCheckout, &later);
        assert_eq!(decision, Decision::Skip(Reason::Overdue));
    }
}

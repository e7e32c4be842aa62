//! Rules for the access that a subscription grants, its end and its reason. No other place decides this.
//!
//! The statuses are the payment provider's. The result is computed whenever a row of `subscribers` is written and
//! stored there as an instant (`access_until`), so that later checks only compare two instants.
//!
//! | state | access |
//! | --- | --- |
//! | `active`, `trialing` | without an end; canceled for the end of the period: until then |
//! | `past_due` | [`GRACE_DAYS`] from the first failure |
//! | `canceled` | until the end of the period that was paid, none where the payment had failed |
//! | `incomplete`, `incomplete_expired`, `unpaid`, `paused` | none |
//! | `courtesy` | none by itself: nothing was ever bought |
//! | any other status | none |
//! | refunded within the guarantee, disputed | none, whatever the state |
//!
//! A courtesy of an administrator grants access until it ends, where nothing else grants it for longer.

use std::time::Duration;

use ateneu_base::{Record, Timestamp, Value, calendar};

use crate::words::RefundKind;

/// Days of access after a payment failed for the first time.
pub const GRACE_DAYS: u64 = 7;

/// Days within which a distance contract may be withdrawn from (art. 49 of the Brazilian consumer code).
pub const WITHDRAWAL_DAYS: u64 = 7;

/// Days of the guarantee the owner gives on a first subscription.
pub const GUARANTEE_DAYS: u64 = 30;

/// Access without an end: the first day of the year 9999.
pub const WITHOUT_END: Timestamp = Timestamp::from_seconds(253_370_764_800);

/// The statuses of a row of `subscribers`. `unknown` replaces an unknown status of the provider; [`COURTESY`] is for a
/// person who never bought anything.
pub const STATES: &[&str] = &[
    "incomplete",
    "incomplete_expired",
    "trialing",
    "active",
    "past_due",
    "canceled",
    "unpaid",
    "paused",
    COURTESY,
    "unknown",
];

/// The status of a person who has courtesies only.
pub const COURTESY: &str = "courtesy";

/// The provider's status, or `unknown`.
pub fn state(word: &str) -> &'static str {
    STATES.iter().find(|state| **state == word).unwrap_or(&"unknown")
}

/// True for statuses that may still lead to charges; such a person gets no second checkout.
pub fn is_live(state: &str) -> bool {
    matches!(state, "active" | "trialing" | "past_due" | "unpaid" | "paused")
}

/// Reasons that end access whatever the status.
pub const CLOSINGS: &[&str] = &["refunded", "disputed", "unpaid"];

/// The stored facts of a subscription.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubscriptionFacts<'a> {
    /// The provider's status.
    pub status: &'a str,
    /// The end of the running period.
    pub period_end: Option<Timestamp>,
    /// True where it was canceled for the end of the period.
    pub ends: bool,
    /// Time at which the oldest unpaid charge failed.
    pub past_due_since: Option<Timestamp>,
    /// One of [`CLOSINGS`].
    pub closed: Option<&'a str>,
    /// The end of the person's courtesies.
    pub courtesy_until: Option<Timestamp>,
}

/// End of the access, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The end of access. `None` if there is no access.
    pub until: Option<Timestamp>,
    /// The reason, as a code.
    pub reason: &'static str,
}

/// Returns the end of the access, and its reason.
pub fn access(known: &SubscriptionFacts<'_>) -> Access {
    let bought = bought(known);
    match known.courtesy_until {
        Some(given) if bought.until.is_none_or(|until| until < given) => {
            Access { until: Some(given), reason: COURTESY }
        }
        _ => bought,
    }
}

/// Access by the subscription alone.
fn bought(known: &SubscriptionFacts<'_>) -> Access {
    let grace = Duration::from_secs(GRACE_DAYS * 24 * 60 * 60);
    let (until, reason) = match (known.closed, state(known.status)) {
        (Some("refunded"), _) => (None, "refunded"),
        (Some("disputed"), _) => (None, "disputed"),
        (_, "active" | "trialing") if known.ends => (known.period_end, "paid_until_end"),
        (_, "active") => (Some(WITHOUT_END), "paid"),
        (_, "trialing") => (Some(WITHOUT_END), "trial"),
        (_, "past_due") => {
            let since = known.past_due_since.or(known.period_end);
            (since.map(|since| since + grace), "grace")
        }
        (Some(_), "canceled") => (None, "payment_failed"),
        (_, "canceled") => (known.period_end, "paid_until_end"),
        (_, "incomplete") => (None, "first_payment_pending"),
        (_, "incomplete_expired") => (None, "first_payment_missing"),
        (_, "unpaid") => (None, "payment_failed"),
        (_, "paused") => (None, "paused"),
        (_, COURTESY) => (None, "courtesy_over"),
        _ => (None, "unknown_state"),
    };
    Access { until, reason }
}

/// A right to a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    /// The law's right or the owner's guarantee.
    pub kind: RefundKind,
    /// The instant at which it ends.
    pub until: Timestamp,
}

/// The right to a refund now of a subscription that was first paid at `paid_at`. Withdrawal applies to every
/// subscription, the guarantee only to a person's first.
pub fn may_return(paid_at: Timestamp, is_first: bool, now: Timestamp) -> Option<Return> {
    let withdrawal = Return { kind: RefundKind::Withdrawal, until: end_of_day(paid_at, WITHDRAWAL_DAYS) };
    let guarantee = Return { kind: RefundKind::Guarantee, until: end_of_day(paid_at, GUARANTEE_DAYS) };
    let is_open = |right: &Return| now < right.until;
    Some(withdrawal).filter(is_open).or_else(|| Some(guarantee).filter(|right| is_first && is_open(right)))
}

/// The end of the day that many days later in São Paulo. The day of the purchase does not count, the last day counts
/// whole.
fn end_of_day(at: Timestamp, days: u64) -> Timestamp {
    calendar::start_of_day_after(at, i32::try_from(days + 1).unwrap_or(i32::MAX))
}

/// [`access`] of a row of `subscribers`.
pub fn of_row(row: &Record) -> Access {
    let text = |column: &str| row.get(column).and_then(serde_json::Value::as_str);
    let instant = |column: &str| text(column).and_then(|text| Timestamp::parse(text).ok());
    access(&SubscriptionFacts {
        status: text("status").unwrap_or_default(),
        period_end: instant("current_period_end"),
        ends: row.get("cancel_at_period_end") == Some(&serde_json::Value::Bool(true)),
        past_due_since: instant("past_due_since"),
        closed: text("closed_because"),
        courtesy_until: instant("courtesy_until"),
    })
}

pub(crate) fn until_of_row(row: &Record) -> Value {
    of_row(row).until.into()
}

pub(crate) fn reason_of_row(row: &Record) -> Value {
    of_row(row).reason.into()
}

#[cfg(test)]
mod tests {
    use ateneu_schema::Words;

    use super::*;

    const DAY: Duration = Duration::from_secs(86_400);

    #[test]
    fn every_state_has_its_access_and_its_reason() {
        let end = Timestamp::from_seconds(1_800_000_000);
        let failed = end - DAY * 20;
        let plain =
            |status| SubscriptionFacts { status, period_end: Some(end), ..SubscriptionFacts::default() };
        let without_end = |status| SubscriptionFacts { status, ..SubscriptionFacts::default() };
        let endless = Some(WITHOUT_END);
        for (known, until, reason) in [
            (plain("active"), endless, "paid"),
            (without_end("active"), endless, "paid"),
            (plain("trialing"), endless, "trial"),
            (SubscriptionFacts { ends: true, ..plain("active") }, Some(end), "paid_until_end"),
            (SubscriptionFacts { ends: true, ..plain("trialing") }, Some(end), "paid_until_end"),
            (
                SubscriptionFacts { past_due_since: Some(failed), ..plain("past_due") },
                Some(failed + DAY * 7),
                "grace",
            ),
            (plain("past_due"), Some(end + DAY * 7), "grace"),
            (without_end("past_due"), None, "grace"),
            (plain("canceled"), Some(end), "paid_until_end"),
            (without_end("canceled"), None, "paid_until_end"),
            (SubscriptionFacts { closed: Some("unpaid"), ..plain("canceled") }, None, "payment_failed"),
            (plain("incomplete"), None, "first_payment_pending"),
            (plain("incomplete_expired"), None, "first_payment_missing"),
            (plain("unpaid"), None, "payment_failed"),
            (plain("paused"), None, "paused"),
            (plain(COURTESY), None, "courtesy_over"),
            (plain("suspended_for_review"), None, "unknown_state"),
            (plain("unknown"), None, "unknown_state"),
            (plain(""), None, "unknown_state"),
        ] {
            assert_eq!(access(&known), Access { until, reason }, "{known:?}");
        }
    }

    #[test]
    fn a_refund_and_a_dispute_close_every_state() {
        for status in STATES.iter().copied().chain(["a_new_word"]) {
            for closed in ["refunded", "disputed"] {
                let known = SubscriptionFacts {
                    status,
                    period_end: Some(WITHOUT_END),
                    closed: Some(closed),
                    ..SubscriptionFacts::default()
                };
                assert_eq!(access(&known), Access { until: None, reason: closed }, "{status}");
            }
        }
    }

    #[test]
    fn a_courtesy_extends_access_and_never_shortens_it() {
        let end = Timestamp::from_seconds(1_800_000_000);
        let with = |status, courtesy| SubscriptionFacts {
            status,
            period_end: Some(end),
            ends: true,
            courtesy_until: Some(courtesy),
            ..SubscriptionFacts::default()
        };
        for (known, until, reason) in [
            (with("active", end - DAY), end, "paid_until_end"),
            (with("active", end), end, "paid_until_end"),
            (with("active", end + DAY), end + DAY, "courtesy"),
            (with("canceled", end + DAY), end + DAY, "courtesy"),
            (with("unpaid", end - DAY), end - DAY, "courtesy"),
            (with(COURTESY, end), end, "courtesy"),
            (SubscriptionFacts { ends: false, ..with("active", end + DAY) }, WITHOUT_END, "paid"),
        ] {
            let until = Some(until);
            assert_eq!(access(&known), Access { until, reason }, "{known:?}");
        }
    }

    #[test]
    fn a_failed_charge_does_not_affect_a_later_paid_period() {
        let known = SubscriptionFacts {
            status: "active",
            past_due_since: Some(Timestamp::from_seconds(0)),
            closed: Some("unpaid"),
            ..SubscriptionFacts::default()
        };
        assert_eq!(access(&known).until, Some(WITHOUT_END));
    }

    #[test]
    fn refunds_last_seven_days_by_law_thirty_on_the_first() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        // Late in the evening of the 10th in São Paulo.
        let paid = at("2026-11-11T01:30:00Z");
        let (week, month) = (at("2026-11-18T03:00:00Z"), at("2026-12-11T03:00:00Z"));
        let moment = Duration::from_micros(1);
        for (now, first, expected) in [
            (paid, false, Some(("withdrawal", week))),
            (week - moment, true, Some(("withdrawal", week))),
            (week - moment, false, Some(("withdrawal", week))),
            (week, false, None),
            (week, true, Some(("guarantee", month))),
            (month - moment, true, Some(("guarantee", month))),
            (month, true, None),
        ] {
            let right = may_return(paid, first, now).map(|right| (right.kind.word(), right.until));
            assert_eq!(right, expected, "{now} {first}");
        }
    }

    #[test]
    fn states_that_may_still_be_charged_are_live() {
        let live: Vec<_> = STATES.iter().filter(|state| is_live(state)).collect();
        assert_eq!(live, [&"trialing", &"active", &"past_due", &"unpaid", &"paused"]);
        assert_eq!(WITHOUT_END.to_string(), "9999-01-01T00:00:00.000000+00:00");
    }
}

//! Rules for the access that a subscription grants, its end and its reason. No other place decides this.
//!
//! The result is computed whenever a row of `subscribers` is written and stored there as an instant (`access_until`), so
//! that later checks only compare two instants.
//!
//! A courtesy of an administrator grants access until it ends, where nothing else grants it for longer.

use std::time::Duration;

use ateneu_base::{Record, Timestamp, Value, calendar};
use ateneu_schema::Words;

use crate::{status::SubscriberStatus as Status, words::RefundKind};

/// Days of access after a payment failed for the first time.
pub const GRACE_DAYS: u64 = 7;

/// Days within which a distance contract may be withdrawn from (art. 49 of the Brazilian consumer code).
pub const WITHDRAWAL_DAYS: u64 = 7;

/// Days of the guarantee the owner gives on a first subscription.
pub const GUARANTEE_DAYS: u64 = 30;

/// Access without an end: the first day of the year 9999.
pub const WITHOUT_END: Timestamp = Timestamp::from_seconds(253_370_764_800);

/// Reason that ends access in every status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Closing {
    /// The payment was refunded.
    Refunded,
    /// The payment is disputed.
    Disputed,
    /// The payment never came.
    Unpaid,
}

/// Reason of an access or its absence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum AccessReason {
    /// Paid, and renews itself.
    Paid,
    /// A trial, which renews itself.
    Trial,
    /// Canceled; what was paid lasts to its end.
    PaidUntilEnd,
    /// A payment failed a few days ago.
    Grace,
    /// Given by an administrator.
    Courtesy,
    /// The payment was refunded.
    Refunded,
    /// The payment is disputed.
    Disputed,
    /// A payment failed.
    PaymentFailed,
    /// The first payment is awaited.
    FirstPaymentPending,
    /// The first payment never came.
    FirstPaymentMissing,
    /// Paused at the provider.
    Paused,
    /// Given by an administrator, and over.
    CourtesyOver,
    /// The provider's status is unknown here.
    UnknownState,
}

impl AccessReason {
    /// Returns `true` if the access is known to end.
    pub(crate) fn has_end(self) -> bool {
        match self {
            Self::PaidUntilEnd | Self::Courtesy => true,
            Self::Paid
            | Self::Trial
            | Self::Grace
            | Self::Refunded
            | Self::Disputed
            | Self::PaymentFailed
            | Self::FirstPaymentPending
            | Self::FirstPaymentMissing
            | Self::Paused
            | Self::CourtesyOver
            | Self::UnknownState => false,
        }
    }
}

/// The stored facts of a subscription.
#[derive(Clone, Copy, Debug, Default)]
pub struct SubscriptionFacts {
    /// The provider's status.
    pub status: Status,
    /// The end of the running period.
    pub period_end: Option<Timestamp>,
    /// True where it was canceled for the end of the period.
    pub ends: bool,
    /// Time at which the oldest unpaid charge failed.
    pub past_due_since: Option<Timestamp>,
    /// Reason that closes it, if any.
    pub closed: Option<Closing>,
    /// The end of the person's courtesies.
    pub courtesy_until: Option<Timestamp>,
}

/// End of the access, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The end of access. `None` if there is no access.
    pub until: Option<Timestamp>,
    /// The reason.
    pub reason: AccessReason,
}

/// Returns the end of the access, and its reason.
pub fn access(known: &SubscriptionFacts) -> Access {
    let bought = bought(known);
    match known.courtesy_until {
        Some(given) if bought.until.is_none_or(|until| until < given) => {
            Access { until: Some(given), reason: AccessReason::Courtesy }
        }
        _ => bought,
    }
}

/// Access by the subscription alone.
fn bought(known: &SubscriptionFacts) -> Access {
    let grace = Duration::from_secs(GRACE_DAYS * 24 * 60 * 60);
    let (until, reason) = match (known.closed, known.status) {
        (Some(Closing::Refunded), _) => (None, AccessReason::Refunded),
        (Some(Closing::Disputed), _) => (None, AccessReason::Disputed),
        (Some(Closing::Unpaid), Status::Canceled) => (None, AccessReason::PaymentFailed),
        (Some(Closing::Unpaid) | None, status) => match status {
            Status::Active | Status::Trialing if known.ends => (known.period_end, AccessReason::PaidUntilEnd),
            Status::Active => (Some(WITHOUT_END), AccessReason::Paid),
            Status::Trialing => (Some(WITHOUT_END), AccessReason::Trial),
            Status::PastDue => {
                let since = known.past_due_since.or(known.period_end);
                (since.map(|since| since + grace), AccessReason::Grace)
            }
            Status::Canceled => (known.period_end, AccessReason::PaidUntilEnd),
            Status::Incomplete => (None, AccessReason::FirstPaymentPending),
            Status::IncompleteExpired => (None, AccessReason::FirstPaymentMissing),
            Status::Unpaid => (None, AccessReason::PaymentFailed),
            Status::Paused => (None, AccessReason::Paused),
            Status::Courtesy => (None, AccessReason::CourtesyOver),
            Status::Unknown => (None, AccessReason::UnknownState),
        },
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
        status: text("status").map(Status::read).unwrap_or_default(),
        period_end: instant("current_period_end"),
        ends: row.get("cancel_at_period_end") == Some(&serde_json::Value::Bool(true)),
        past_due_since: instant("past_due_since"),
        closed: text("closed_because").and_then(Closing::of),
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
            (plain(Status::Active), endless, "paid"),
            (without_end(Status::Active), endless, "paid"),
            (plain(Status::Trialing), endless, "trial"),
            (SubscriptionFacts { ends: true, ..plain(Status::Active) }, Some(end), "paid_until_end"),
            (SubscriptionFacts { ends: true, ..plain(Status::Trialing) }, Some(end), "paid_until_end"),
            (
                SubscriptionFacts { past_due_since: Some(failed), ..plain(Status::PastDue) },
                Some(failed + DAY * 7),
                "grace",
            ),
            (plain(Status::PastDue), Some(end + DAY * 7), "grace"),
            (without_end(Status::PastDue), None, "grace"),
            (plain(Status::Canceled), Some(end), "paid_until_end"),
            (without_end(Status::Canceled), None, "paid_until_end"),
            (
                SubscriptionFacts { closed: Some(Closing::Unpaid), ..plain(Status::Canceled) },
                None,
                "payment_failed",
            ),
            (plain(Status::Incomplete), None, "first_payment_pending"),
            (plain(Status::IncompleteExpired), None, "first_payment_missing"),
            (plain(Status::Unpaid), None, "payment_failed"),
            (plain(Status::Paused), None, "paused"),
            (plain(Status::Courtesy), None, "courtesy_over"),
            (plain(Status::Unknown), None, "unknown_state"),
        ] {
            let found = access(&known);
            assert_eq!((found.until, found.reason.word()), (until, reason), "{known:?}");
        }
    }

    #[test]
    fn a_refund_and_a_dispute_close_every_state() {
        for status in Status::ALL {
            for (closed, reason) in
                [(Closing::Refunded, AccessReason::Refunded), (Closing::Disputed, AccessReason::Disputed)]
            {
                let known = SubscriptionFacts {
                    status: *status,
                    period_end: Some(WITHOUT_END),
                    closed: Some(closed),
                    ..SubscriptionFacts::default()
                };
                assert_eq!(access(&known), Access { until: None, reason }, "{status:?}");
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
            (with(Status::Active, end - DAY), end, "paid_until_end"),
            (with(Status::Active, end), end, "paid_until_end"),
            (with(Status::Active, end + DAY), end + DAY, "courtesy"),
            (with(Status::Canceled, end + DAY), end + DAY, "courtesy"),
            (with(Status::Unpaid, end - DAY), end - DAY, "courtesy"),
            (with(Status::Courtesy, end), end, "courtesy"),
            (SubscriptionFacts { ends: false, ..with(Status::Active, end + DAY) }, WITHOUT_END, "paid"),
        ] {
            let until = Some(until);
            let found = access(&known);
            assert_eq!((found.until, found.reason.word()), (until, reason), "{known:?}");
        }
    }

    #[test]
    fn a_failed_charge_does_not_affect_a_later_paid_period() {
        let known = SubscriptionFacts {
            status: Status::Active,
            past_due_since: Some(Timestamp::from_seconds(0)),
            closed: Some(Closing::Unpaid),
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
}

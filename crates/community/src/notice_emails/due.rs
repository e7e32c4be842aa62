//! Selection of people to whom an email is due.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar::iso_day};
use serde::Deserialize;

use crate::tables::{EmailPeriod, SummaryPeriod};

/// Time that a notice waits for its reader.
pub const WAIT: Duration = Duration::from_mins(10);
/// Absence after which a person gets no summaries.
const ABSENCE: Duration = Duration::from_hours(180 * 24);
/// Maximum number of emails to a person in a day.
const MAX_PER_DAY: i64 = 100;

/// A person to whom an email may be due.
#[derive(Clone, Deserialize)]
pub struct Person {
    pub id: String,
    pub email: String,
    email_period: EmailPeriod,
    summary_period: SummaryPeriod,
    created_at: Timestamp,
    /// Times at which the session was last used, and the person last read a channel and a post.
    session_at: Option<Timestamp>,
    channel_at: Option<Timestamp>,
    post_at: Option<Timestamp>,
    pub token: Option<String>,
    pub emailed_at: Option<Timestamp>,
    summary_at: Option<Timestamp>,
    /// Day of the last email, and the number of emails on it. `None` before the first.
    day: Option<String>,
    sent: Option<i64>,
}

impl EmailPeriod {
    /// Returns the length. Returns `None` for `nunca`.
    fn length(self) -> Option<Duration> {
        Some(match self {
            Self::FiveMinutes => Duration::from_mins(5),
            Self::Hour => Duration::from_hours(1),
            Self::ThreeHours => Duration::from_hours(3),
            Self::SixHours => Duration::from_hours(6),
            Self::TwelveHours => Duration::from_hours(12),
            Self::Day => Duration::from_hours(24),
            Self::Week => Duration::from_hours(7 * 24),
            Self::Never => return None,
        })
    }
}

impl SummaryPeriod {
    /// Returns the length. Returns `None` for `nunca`.
    fn length(self) -> Option<Duration> {
        Some(match self {
            Self::Day => Duration::from_hours(24),
            Self::Week => Duration::from_hours(7 * 24),
            Self::Month => Duration::from_hours(30 * 24),
            Self::Never => return None,
        })
    }
}

impl Person {
    /// Returns the last known time of activity.
    pub fn active_at(&self) -> Option<Timestamp> {
        self.session_at.max(self.channel_at).max(self.post_at)
    }

    /// Returns `true` if an email with notices is due.
    pub fn is_due_for_notices(&self, now: Timestamp) -> bool {
        let is_over = |period| self.emailed_at.is_none_or(|at| at + period <= now);
        self.email_period.length().is_some_and(is_over) && !self.has_all_of(now)
    }

    /// Returns `true` if a summary is due.
    pub fn is_due_for_summary(&self, now: Timestamp) -> bool {
        let since = self.summary_at.unwrap_or(self.created_at);
        let is_over = |period| since + period <= now;
        self.summary_period.length().is_some_and(is_over)
            && self.active_at().unwrap_or(self.created_at) + ABSENCE > now
            && !self.has_all_of(now)
    }

    /// Returns the time after which posts belong to the next summary.
    pub fn summary_since(&self, now: Timestamp) -> Timestamp {
        let period = self.summary_period.length().unwrap_or_default();
        self.summary_at.unwrap_or(self.created_at).max(now - period)
    }

    /// Returns the number of emails of the present day, the next one included.
    pub fn sent_with_next(&self, now: Timestamp) -> i64 {
        let sent = self.sent.filter(|_| self.day == Some(iso_day(now)));
        sent.unwrap_or_default() + 1
    }

    fn has_all_of(&self, now: Timestamp) -> bool {
        self.sent_with_next(now) > MAX_PER_DAY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Timestamp {
        Timestamp::parse("2027-01-15T08:00:00Z").unwrap()
    }

    fn person() -> Person {
        Person {
            id: "ana".into(),
            email: "ana@exemplo.com.br".into(),
            email_period: EmailPeriod::Week,
            summary_period: SummaryPeriod::Week,
            created_at: now() - Duration::from_hours(30 * 24),
            session_at: Some(now() - Duration::from_hours(24)),
            channel_at: None,
            post_at: None,
            token: None,
            emailed_at: None,
            summary_at: None,
            day: None,
            sent: None,
        }
    }

    #[test]
    fn two_notice_emails_are_a_period_apart() {
        for (period, hours) in [
            (EmailPeriod::Hour, 1),
            (EmailPeriod::ThreeHours, 3),
            (EmailPeriod::SixHours, 6),
            (EmailPeriod::TwelveHours, 12),
            (EmailPeriod::Day, 24),
            (EmailPeriod::Week, 168),
        ] {
            let due = |ago: Duration| {
                let person = Person { email_period: period, emailed_at: Some(now() - ago), ..person() };
                person.is_due_for_notices(now())
            };
            let whole = Duration::from_hours(hours);
            assert!(due(whole) && !due(whole - Duration::from_secs(1)), "{period:?}");
        }
        let never = Person { email_period: EmailPeriod::Never, ..person() };
        assert!(!never.is_due_for_notices(now()));
        assert!(person().is_due_for_notices(now()), "the first one waits for nothing");
    }

    #[test]
    fn a_summary_ends_after_half_a_year_of_absence() {
        let absent =
            |days: u64| Person { session_at: Some(now() - Duration::from_hours(days * 24)), ..person() };
        assert!(absent(179).is_due_for_summary(now()));
        assert!(!absent(180).is_due_for_summary(now()));
        assert!(absent(180).is_due_for_notices(now()));
    }

    #[test]
    fn a_member_gets_at_most_a_hundred_emails_a_day() {
        let sent = |day: &str, sent| Person { day: Some(day.into()), sent: Some(sent), ..person() };
        assert!(sent("2027-01-15", 99).is_due_for_notices(now()));
        assert!(!sent("2027-01-15", 100).is_due_for_notices(now()));
        assert!(!sent("2027-01-15", 100).is_due_for_summary(now()));
        assert!(sent("2027-01-14", 100).is_due_for_notices(now()));
    }

    #[test]
    fn a_new_member_gets_the_first_summary_after_a_period() {
        let new = Person { created_at: now() - Duration::from_hours(24), ..person() };
        assert!(!new.is_due_for_summary(now()));
        assert_eq!(new.summary_since(now()), new.created_at);
        assert_eq!(person().summary_since(now()), now() - Duration::from_hours(7 * 24));
    }
}

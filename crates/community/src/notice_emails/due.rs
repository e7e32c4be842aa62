//! Who is due for an email.

use std::time::Duration;

use ateneu_base::Timestamp;
use ateneu_db::Row;

/// How long a notice waits for its reader.
pub const WAIT: Duration = Duration::from_mins(10);
/// Absent for longer, a person gets no summary.
const ABSENCE: Duration = Duration::from_hours(180 * 24);
/// Emails to one person on one day.
const MOST_A_DAY: i64 = 100;

/// A person who may be due.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: String,
    pub email: String,
    pub email_period: Option<Duration>,
    pub summary_period: Option<Duration>,
    pub created_at: Timestamp,
    /// When the person was last here, as far as it is known.
    pub active_at: Option<Timestamp>,
    pub token: Option<String>,
    pub emailed_at: Option<Timestamp>,
    pub summary_at: Option<Timestamp>,
    pub day: String,
    pub sent: i64,
}

/// The length of a chosen period; none for `nunca`.
fn length(period: &str) -> Option<Duration> {
    Some(match period {
        "5min" => Duration::from_mins(5),
        "hora" => Duration::from_hours(1),
        "3h" => Duration::from_hours(3),
        "6h" => Duration::from_hours(6),
        "12h" => Duration::from_hours(12),
        "dia" => Duration::from_hours(24),
        "semana" => Duration::from_hours(7 * 24),
        "mes" => Duration::from_hours(30 * 24),
        _ => return None,
    })
}

impl Person {
    /// Reads a row of `gather::people`.
    pub fn read(row: &Row) -> Option<Self> {
        let created_at = row.instant("created_at")?;
        let active_at =
            ["session_at", "channel_at", "post_at"].into_iter().filter_map(|name| row.instant(name));
        Some(Self {
            id: row.text("id")?.to_owned(),
            email: row.text("email")?.to_owned(),
            email_period: length(row.text("email_period")?),
            summary_period: length(row.text("summary_period")?),
            created_at,
            active_at: active_at.max(),
            token: row.text("token").map(str::to_owned),
            emailed_at: row.instant("emailed_at"),
            summary_at: row.instant("summary_at"),
            day: row.text("day").unwrap_or_default().to_owned(),
            sent: row.int("sent").unwrap_or_default(),
        })
    }

    /// Whether an email with notices may go.
    pub fn is_due_for_notices(&self, now: Timestamp) -> bool {
        let is_over = |period| self.emailed_at.is_none_or(|at| at + period <= now);
        self.email_period.is_some_and(is_over) && !self.has_all_of(now)
    }

    /// Whether a summary may go.
    pub fn is_due_for_summary(&self, now: Timestamp) -> bool {
        let since = self.summary_at.unwrap_or(self.created_at);
        let is_over = |period| since + period <= now;
        self.summary_period.is_some_and(is_over)
            && self.active_at.unwrap_or(self.created_at) + ABSENCE > now
            && !self.has_all_of(now)
    }

    /// The posts that a summary names are newer.
    pub fn summary_since(&self, now: Timestamp) -> Timestamp {
        let period = self.summary_period.unwrap_or_default();
        self.summary_at.unwrap_or(self.created_at).max(now - period)
    }

    /// The emails of the present day, the next one included.
    pub fn sent_with_next(&self, now: Timestamp) -> i64 {
        if self.day == day(now) { self.sent + 1 } else { 1 }
    }

    fn has_all_of(&self, now: Timestamp) -> bool {
        self.sent_with_next(now) > MOST_A_DAY
    }
}

/// The day of an instant, as `2026-11-21` (UTC).
pub fn day(now: Timestamp) -> String {
    now.to_string().chars().take(10).collect()
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
            email_period: length("semana"),
            summary_period: length("semana"),
            created_at: now() - Duration::from_hours(30 * 24),
            active_at: Some(now() - Duration::from_hours(24)),
            token: None,
            emailed_at: None,
            summary_at: None,
            day: String::new(),
            sent: 0,
        }
    }

    #[test]
    fn a_period_passes_between_two_emails() {
        for (period, hours) in [("hora", 1), ("3h", 3), ("6h", 6), ("12h", 12), ("dia", 24), ("semana", 168)]
        {
            let due = |ago: Duration| {
                let person =
                    Person { email_period: length(period), emailed_at: Some(now() - ago), ..person() };
                person.is_due_for_notices(now())
            };
            let whole = Duration::from_hours(hours);
            assert!(due(whole) && !due(whole - Duration::from_secs(1)), "{period}");
        }
        let never = Person { email_period: length("nunca"), ..person() };
        assert!(!never.is_due_for_notices(now()));
        assert!(person().is_due_for_notices(now()), "the first one waits for nothing");
    }

    #[test]
    fn a_summary_ends_after_half_a_year_of_absence() {
        let absent =
            |days: u64| Person { active_at: Some(now() - Duration::from_hours(days * 24)), ..person() };
        assert!(absent(179).is_due_for_summary(now()));
        assert!(!absent(180).is_due_for_summary(now()));
        assert!(absent(180).is_due_for_notices(now()));
    }

    #[test]
    fn nobody_gets_more_than_a_hundred_emails_a_day() {
        let sent = |day: &str, sent| Person { day: day.into(), sent, ..person() };
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

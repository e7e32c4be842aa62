//! Days and months as Brasília counts them: three hours behind UTC, all year round since 2019.

use std::{fmt, time::Duration};

use jiff::{
    Span,
    civil::{Date, DateTime},
    tz::{Offset, TimeZone},
};

use crate::Timestamp;

const BRASILIA: Duration = Duration::from_secs(3 * 60 * 60);

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: Date,
}

impl Month {
    /// The month an instant falls in.
    pub fn of(at: Timestamp) -> Self {
        Self { first: civil(at).date().first_of_month() }
    }

    /// So many months before.
    #[must_use]
    pub fn before(self, months: u32) -> Self {
        let first = self.first.saturating_sub(Span::new().months(months));
        Self { first }
    }

    /// The month after.
    #[must_use]
    pub fn next(self) -> Self {
        let first = self.first.saturating_add(Span::new().months(1));
        Self { first }
    }

    /// Its first instant.
    pub fn start(self) -> Timestamp {
        instant(self.first.to_datetime(jiff::civil::Time::midnight()))
    }
}

impl fmt::Display for Month {
    /// `2026-11`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

/// The same hour of the same day so many months later; of a day that month does not have, its last one.
pub fn months_later(at: Timestamp, months: u32) -> Timestamp {
    let micros = at.micros().rem_euclid(1_000_000);
    let later = civil(at).saturating_add(Span::new().months(months));
    Timestamp::from_micros(instant(later).seconds() * 1_000_000 + micros)
}

/// The same hour of the same day so many months earlier; of a day that month does not have, its last one.
pub fn months_earlier(at: Timestamp, months: u32) -> Timestamp {
    let micros = at.micros().rem_euclid(1_000_000);
    let earlier = civil(at).saturating_sub(Span::new().months(months));
    Timestamp::from_micros(instant(earlier).seconds() * 1_000_000 + micros)
}

/// The first instant after `at` that lies whole months after the anchor.
pub fn next_monthly(anchor: Timestamp, at: Timestamp) -> Timestamp {
    next_period(anchor, 1, at)
}

/// The first instant after `at` that lies whole periods of so many months after the anchor. Months are counted from the
/// anchor, so that what began on the 31st comes back to it after a shorter month.
pub fn next_period(anchor: Timestamp, months: u32, at: Timestamp) -> Timestamp {
    let mut count = months;
    let mut next = months_later(anchor, count);
    while next <= at {
        count += months;
        next = months_later(anchor, count);
    }
    next
}

/// The day as people write it: `21/11/2026`.
pub fn day(at: Timestamp) -> String {
    let date = civil(at).date();
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// The day as it is stored and compared: `2026-11-21`.
pub fn iso_day(at: Timestamp) -> String {
    civil(at).date().to_string()
}

/// The first instant of the day.
pub fn start_of_day(at: Timestamp) -> Timestamp {
    instant(civil(at).date().to_datetime(jiff::civil::Time::midnight()))
}

/// The day of the week: Monday is 1, Sunday 7.
pub fn weekday(at: Timestamp) -> i8 {
    civil(at).weekday().to_monday_one_offset()
}

fn civil(at: Timestamp) -> DateTime {
    let wall = jiff::Timestamp::from_microsecond((at - BRASILIA).micros());
    Offset::UTC.to_datetime(wall.unwrap_or(jiff::Timestamp::UNIX_EPOCH))
}

fn instant(wall: DateTime) -> Timestamp {
    let utc = wall.to_zoned(TimeZone::UTC).map(|zoned| zoned.timestamp());
    Timestamp::from_micros(utc.unwrap_or(jiff::Timestamp::UNIX_EPOCH).as_microsecond()) + BRASILIA
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn a_month_begins_at_midnight_in_brasilia() {
        let last = Month::of(at("2026-12-01T02:59:59.999999Z"));
        assert_eq!(last.to_string(), "2026-11");
        let first = Month::of(at("2026-12-01T03:00:00Z"));
        assert_eq!(first.to_string(), "2026-12");
        assert_eq!(first.start(), at("2026-12-01T03:00:00Z"));
        assert_eq!((last.next(), first.before(1)), (first, last));
        assert_eq!(first.next().to_string(), "2027-01");
        assert_eq!(first.before(12).to_string(), "2025-12");
    }

    #[test]
    fn a_month_later_is_the_same_day_or_the_last_there_is() {
        for (from, months, later) in [
            ("2026-11-21T15:00:00.000007Z", 1, "2026-12-21T15:00:00.000007Z"),
            ("2027-01-31T12:00:00Z", 1, "2027-02-28T12:00:00Z"),
            ("2027-12-31T12:00:00Z", 2, "2028-02-29T12:00:00Z"),
            // Still the 31st in Brasília.
            ("2027-02-01T02:00:00Z", 1, "2027-03-01T02:00:00Z"),
        ] {
            assert_eq!(months_later(at(from), months), at(later), "{from} + {months}");
        }
    }

    #[test]
    fn a_day_is_written_as_people_there_read_it() {
        assert_eq!(day(at("2026-12-01T02:59:00Z")), "30/11/2026");
        assert_eq!(day(at("2026-12-01T03:00:00Z")), "01/12/2026");
    }

    #[test]
    fn a_day_begins_at_midnight_in_brasilia() {
        assert_eq!(iso_day(at("2026-11-25T02:59:59Z")), "2026-11-24");
        assert_eq!(iso_day(at("2026-11-25T03:00:00Z")), "2026-11-25");
        assert_eq!(start_of_day(at("2026-11-25T02:59:59Z")), at("2026-11-24T03:00:00Z"));
        assert_eq!((weekday(at("2026-11-25T02:00:00Z")), weekday(at("2026-11-22T12:00:00Z"))), (2, 7));
    }

    #[test]
    fn months_counted_from_an_anchor_come_back_to_its_day() {
        let anchor = at("2027-01-31T12:00:00Z");
        let mut ends = Vec::new();
        let mut end = anchor;
        for _ in 0..4 {
            end = next_monthly(anchor, end);
            ends.push(iso_day(end));
        }
        assert_eq!(ends, ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]);
        assert_eq!(next_monthly(anchor, at("2027-03-31T11:59:59Z")), at("2027-03-31T12:00:00Z"));
        assert_eq!(months_earlier(at("2027-03-31T12:00:00Z"), 1), at("2027-02-28T12:00:00Z"));
    }
}

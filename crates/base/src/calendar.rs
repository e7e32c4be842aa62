//! Days and months in São Paulo's time zone, also in the years with summer time (1931 to 2019). Every conversion of an
//! instant into a day is here.

use std::{fmt, sync::LazyLock};

use jiff::{
    Span,
    civil::{Date, DateTime, Time},
    tz::{Offset, TimeZone},
};

use crate::Timestamp;

/// Compiled zone of the time zone database, release 2025b.
const ZONE_FILE: &[u8] = include_bytes!("America-Sao_Paulo.tzif");

static ZONE: LazyLock<TimeZone> = LazyLock::new(|| {
    // Never fails: a test parses the file, which is part of the program.
    TimeZone::tzif("America/Sao_Paulo", ZONE_FILE).unwrap_or(TimeZone::fixed(Offset::constant(-3)))
});

/// A month of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month {
    first: Date,
}

impl Month {
    /// Returns the month of an instant.
    pub fn of(at: Timestamp) -> Self {
        Self { first: civil(at).date().first_of_month() }
    }

    /// Returns the month `months` earlier.
    #[must_use]
    pub fn before(self, months: u32) -> Self {
        let first = self.first.saturating_sub(Span::new().months(months));
        Self { first }
    }

    /// Returns the next month.
    #[must_use]
    pub fn next(self) -> Self {
        let first = self.first.saturating_add(Span::new().months(1));
        Self { first }
    }

    /// Returns the number of weeks, from Monday to Sunday, that end in the month: 4 or 5.
    pub fn weeks(self) -> u32 {
        let first_sunday = 8 - self.first.weekday().to_monday_one_offset();
        let days = self.first.days_in_month() - first_sunday;
        u32::from(days.unsigned_abs()) / 7 + 1
    }

    /// Returns the first instant of the month.
    pub fn start(self) -> Timestamp {
        beginning(self.first)
    }
}

impl fmt::Display for Month {
    /// Formats the month as `2026-11`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.first.year(), self.first.month())
    }
}

/// Adds calendar months. A day that the target month lacks becomes its last day.
pub fn months_later(at: Timestamp, months: u32) -> Timestamp {
    instant(civil(at).saturating_add(Span::new().months(months)))
}

/// Subtracts calendar months. A day that the target month lacks becomes its last day.
pub fn months_earlier(at: Timestamp, months: u32) -> Timestamp {
    instant(civil(at).saturating_sub(Span::new().months(months)))
}

/// Returns the first instant after `at` that lies whole months after the anchor.
pub fn next_monthly(anchor: Timestamp, at: Timestamp) -> Timestamp {
    next_period(anchor, 1, at)
}

/// Returns the first instant after `at` that lies whole periods of `months` after the anchor. Months are counted from
/// the anchor, so that a period that began on the 31st returns to it after a shorter month.
pub fn next_period(anchor: Timestamp, months: u32, at: Timestamp) -> Timestamp {
    let mut count = months;
    let mut next = months_later(anchor, count);
    while next <= at {
        count += months;
        next = months_later(anchor, count);
    }
    next
}

/// Formats the day for people: `21/11/2026`.
pub fn day(at: Timestamp) -> String {
    let date = civil(at).date();
    format!("{:02}/{:02}/{:04}", date.day(), date.month(), date.year())
}

/// Formats the day and the minute for people: `21/11/2026 15:04`.
pub fn day_and_minute(at: Timestamp) -> String {
    let time = civil(at).time();
    format!("{} {:02}:{:02}", day(at), time.hour(), time.minute())
}

/// Parses a time such as `2026-11-21T15:04:05`, with a zone or without one. Returns `None` if it is none.
pub fn parse_time(text: &str) -> Option<Timestamp> {
    let local = text.trim().parse::<DateTime>().map(instant);
    // A time with a zone parses as a local one, too, whose zone is left out.
    match Timestamp::parse(text) {
        Ok(at) if text.trim().ends_with(['Z', 'z']) || has_offset(text) => Some(at),
        _ => local.ok(),
    }
}

/// Returns `true` if a time ends with an offset such as `-03:00`.
fn has_offset(text: &str) -> bool {
    let time = text.split_once(['T', 't', ' ']).map_or("", |(_, time)| time);
    time.contains(['+', '-'])
}

/// Formats the day for storage and comparison: `2026-11-21`.
pub fn iso_day(at: Timestamp) -> String {
    civil(at).date().to_string()
}

/// Returns the [`iso_day`] that lies `days` earlier.
pub fn iso_day_before(at: Timestamp, days: i32) -> String {
    civil(at).date().saturating_sub(Span::new().days(days)).to_string()
}

/// Returns the [`iso_day`] of [`months_earlier`].
pub fn iso_months_before(at: Timestamp, months: i32) -> String {
    civil(at).date().saturating_sub(Span::new().months(months)).to_string()
}

/// Returns the first instant of the day.
pub fn start_of_day(at: Timestamp) -> Timestamp {
    beginning(civil(at).date())
}

/// Returns the first instant of a day written as `2026-11-21`. Returns `None` if there is no such day.
pub fn start_of_iso_day(day: &str) -> Option<Timestamp> {
    day.parse().ok().map(beginning)
}

/// Returns the first instant of the day that lies `days` after that of `at`. A negative number counts backwards.
pub fn start_of_day_after(at: Timestamp, days: i32) -> Timestamp {
    beginning(civil(at).date().saturating_add(Span::new().days(days)))
}

/// Returns the first instant after `at` at which the local time is `hour:minute`.
pub fn next_time(at: Timestamp, hour: i8, minute: i8) -> Timestamp {
    let time = Time::constant(hour, minute, 0, 0);
    let today = civil(at).date();
    let due = instant(today.to_datetime(time));
    if due > at { due } else { instant(today.saturating_add(Span::new().days(1)).to_datetime(time)) }
}

/// Returns the local hour, from 0 to 23.
pub fn hour(at: Timestamp) -> i8 {
    civil(at).hour()
}

/// Returns the day of the week: Monday is 1, Sunday 7.
pub fn weekday(at: Timestamp) -> i8 {
    civil(at).weekday().to_monday_one_offset()
}

/// Returns the periods of summer time, in hours since 1970, each as start and end (exclusive). Local time is two hours
/// behind UTC in them, otherwise three.
pub fn summer_times() -> Vec<(i64, i64)> {
    let summer = Offset::constant(-2);
    let hour = |at: jiff::Timestamp| at.as_second().div_euclid(3_600);
    let mut times = Vec::new();
    let mut began = None;
    for change in ZONE.following(jiff::Timestamp::MIN) {
        match (began, change.offset() == summer) {
            (None, true) => began = Some(hour(change.timestamp())),
            (Some(from), false) => {
                times.push((from, hour(change.timestamp())));
                began = None;
            }
            _ => {}
        }
    }
    times
}

fn civil(at: Timestamp) -> DateTime {
    let at = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    ZONE.to_datetime(at)
}

fn beginning(date: Date) -> Timestamp {
    instant(date.to_datetime(Time::midnight()))
}

/// Returns the instant of a local time. A skipped time moves forward by the length of the gap: a day whose midnight is
/// skipped begins at one.
fn instant(wall: DateTime) -> Timestamp {
    let at = ZONE.to_timestamp(wall).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    Timestamp::from_micros(at.as_microsecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn a_month_begins_at_midnight_in_sao_paulo() {
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
    fn adding_a_month_clamps_to_its_last_day() {
        for (from, months, later) in [
            ("2026-11-21T15:00:00.000007Z", 1, "2026-12-21T15:00:00.000007Z"),
            ("2027-01-31T12:00:00Z", 1, "2027-02-28T12:00:00Z"),
            ("2027-12-31T12:00:00Z", 2, "2028-02-29T12:00:00Z"),
            // Still the 31st in São Paulo.
            ("2027-02-01T02:00:00Z", 1, "2027-03-01T02:00:00Z"),
            // Into summer time and out of it.
            ("2018-10-15T15:00:00Z", 1, "2018-11-15T14:00:00Z"),
            ("2018-12-31T14:00:00Z", 2, "2019-02-28T15:00:00Z"),
        ] {
            assert_eq!(months_later(at(from), months), at(later), "{from} + {months}");
        }
    }

    #[test]
    fn a_day_is_written_in_the_brazilian_form() {
        for (instant, shown) in [
            ("2026-12-01T02:59:00Z", "30/11/2026"),
            ("2026-12-01T03:00:00Z", "01/12/2026"),
            // Half past midnight in summer time.
            ("2018-12-15T02:30:00Z", "15/12/2018"),
            ("2018-12-15T01:59:59Z", "14/12/2018"),
            ("2019-02-16T02:30:00Z", "16/02/2019"),
            // The last hour of the 16th came twice.
            ("2019-02-17T02:30:00Z", "16/02/2019"),
            ("2019-02-17T03:00:00Z", "17/02/2019"),
            ("2019-11-15T02:30:00Z", "14/11/2019"),
            ("1985-12-01T02:10:00Z", "01/12/1985"),
        ] {
            assert_eq!(day(at(instant)), shown, "{instant}");
        }
    }

    #[test]
    fn a_day_begins_at_midnight_in_sao_paulo() {
        assert_eq!(iso_day(at("2026-11-25T02:59:59Z")), "2026-11-24");
        assert_eq!(iso_day(at("2026-11-25T03:00:00Z")), "2026-11-25");
        assert_eq!(start_of_day(at("2026-11-25T02:59:59Z")), at("2026-11-24T03:00:00Z"));
        assert_eq!((hour(at("2026-11-25T02:59:59Z")), hour(at("2018-12-15T02:30:00Z"))), (23, 0));
        assert_eq!((weekday(at("2026-11-25T02:00:00Z")), weekday(at("2026-11-22T12:00:00Z"))), (2, 7));
        assert_eq!(start_of_iso_day("2026-11-25"), Some(at("2026-11-25T03:00:00Z")));
        assert_eq!(["2026-02-30", "25/11/2026", ""].map(start_of_iso_day), [None; 3]);
        // Midnight was skipped: the day began at one.
        assert_eq!(start_of_day(at("2018-11-04T12:00:00Z")), at("2018-11-04T03:00:00Z"));
        assert_eq!(start_of_day_after(at("2018-11-03T23:00:00Z"), 1), at("2018-11-04T03:00:00Z"));
        assert_eq!(start_of_day_after(at("2018-11-04T12:00:00Z"), 1), at("2018-11-05T02:00:00Z"));
        assert_eq!(start_of_day_after(at("2019-02-18T12:00:00Z"), -2), at("2019-02-16T02:00:00Z"));
        assert_eq!(iso_day_before(at("2026-03-01T02:00:00Z"), 7), "2026-02-21");
        assert_eq!(iso_months_before(at("2028-02-29T12:00:00Z"), 24), "2026-02-28");
    }

    #[test]
    fn a_time_of_day_comes_once_a_day() {
        for (now, hour, minute, next) in [
            ("2026-11-21T06:04:59.999999Z", 3, 5, "2026-11-21T06:05:00Z"),
            ("2026-11-21T06:05:00Z", 3, 5, "2026-11-22T06:05:00Z"),
            ("2026-11-21T02:00:00Z", 23, 30, "2026-11-21T02:30:00Z"),
            ("2018-12-15T02:30:00Z", 3, 5, "2018-12-15T05:05:00Z"),
            ("2018-11-03T12:00:00Z", 0, 10, "2018-11-04T03:10:00Z"),
        ] {
            assert_eq!(next_time(at(now), hour, minute), at(next), "{now}");
        }
    }

    #[test]
    fn summer_times_are_those_of_the_database() {
        let times = summer_times();
        let hour = |text: &str| at(text).seconds() / 3_600;
        assert_eq!(times.len(), 45);
        assert_eq!(times.last(), Some(&(hour("2018-11-04T03:00:00Z"), hour("2019-02-17T02:00:00Z"))));
        assert!(times.is_sorted());
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

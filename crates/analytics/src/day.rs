//! Days as the owner lives them: Brasília's, which has had no summer time since 2019.

use ateneu_base::Timestamp;
use jiff::{
    ToSpan,
    civil::Date,
    tz::{Offset, TimeZone},
};

const BRASILIA: Offset = Offset::constant(-3);

fn date(at: Timestamp) -> Date {
    let instant = jiff::Timestamp::from_microsecond(at.micros()).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    instant.to_zoned(TimeZone::fixed(BRASILIA)).date()
}

/// `YYYY-MM-DD`: text order is time order.
pub fn of(at: Timestamp) -> String {
    date(at).to_string()
}

/// The day that many days earlier.
pub fn days_before(at: Timestamp, days: i32) -> String {
    date(at).saturating_sub(days.days()).to_string()
}

/// The same day that many months earlier, or the last one of a shorter month.
pub fn months_before(at: Timestamp, months: i32) -> String {
    date(at).saturating_sub(months.months()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_in_brasilia() {
        let at = |text| Timestamp::parse(text).unwrap();
        assert_eq!(of(at("2026-03-01T02:59:59Z")), "2026-02-28");
        assert_eq!(of(at("2026-03-01T03:00:00Z")), "2026-03-01");
    }

    #[test]
    fn months_are_counted_in_the_calendar() {
        let at = Timestamp::parse("2028-02-29T12:00:00Z").unwrap();
        assert_eq!(months_before(at, 24), "2026-02-28");
    }
}

//! Days of São Paulo, which is three hours behind all year round.

use std::time::Duration;

use ateneu_base::Timestamp;

const BEHIND: Duration = Duration::from_hours(3);

/// The day of an instant: `2026-11-24`.
pub fn of(now: Timestamp) -> String {
    let mut day = (now - BEHIND).to_string();
    day.truncate(10);
    day
}

/// When the day of an instant began.
pub fn begin(now: Timestamp) -> Timestamp {
    let midnight = format!("{}T03:00:00Z", of(now));
    Timestamp::parse(&midnight).unwrap_or(now)
}

/// The day of the week of an instant: Monday is 1, Sunday 7.
pub fn weekday(now: Timestamp) -> usize {
    const DAY: i64 = 24 * 60 * 60;
    // The first day since which instants are counted was a Thursday.
    let days = (now - BEHIND).seconds().div_euclid(DAY);
    usize::try_from((days + 3).rem_euclid(7) + 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_in_sao_paulo() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        assert_eq!(of(at("2026-11-25T02:59:59Z")), "2026-11-24");
        assert_eq!(of(at("2026-11-25T03:00:00Z")), "2026-11-25");
        assert_eq!((weekday(at("2026-11-24T12:00:00Z")), weekday(at("2026-11-22T12:00:00Z"))), (2, 7));
        assert_eq!(begin(at("2026-11-25T02:59:59Z")), at("2026-11-24T03:00:00Z"));
    }
}

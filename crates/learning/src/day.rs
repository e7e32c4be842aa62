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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_in_sao_paulo() {
        let at = |text: &str| Timestamp::parse(text).unwrap();
        assert_eq!(of(at("2026-11-25T02:59:59Z")), "2026-11-24");
        assert_eq!(of(at("2026-11-25T03:00:00Z")), "2026-11-25");
        assert_eq!(begin(at("2026-11-25T02:59:59Z")), at("2026-11-24T03:00:00Z"));
    }
}

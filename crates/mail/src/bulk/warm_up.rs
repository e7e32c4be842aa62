//! The growing limit of a sender whose domain the mailbox providers do not know yet.

/// Number of days until the limit ends.
const DAYS: i32 = 42;

/// Limit of the first day.
const FIRST: f64 = 200.0;

/// Growth from the first day to the last.
const GROWTH: f64 = 1_000.0;

/// Returns the limit of emails a day, `day` days after the first one: from 200 to 200,000 in 42 days, by the same share
/// each day. Returns `None` after the last day.
pub fn warm_up_limit(day: i64) -> Option<u32> {
    let day = i32::try_from(day.max(0)).ok().filter(|day| *day < DAYS)?;
    let limit = FIRST * GROWTH.powf(f64::from(day) / f64::from(DAYS - 1));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 200 and 200,000")]
    Some(limit.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_grows_from_200_to_200_000_in_42_days() {
        assert_eq!(warm_up_limit(-3), Some(200));
        assert_eq!(warm_up_limit(0), Some(200));
        assert_eq!(warm_up_limit(41), Some(200_000));
        assert_eq!(warm_up_limit(42), None);
        let limits: Vec<_> = (0..42).filter_map(warm_up_limit).collect();
        assert!(limits.windows(2).all(|pair| pair[0] < pair[1] && pair[1] < pair[0] * 5 / 4));
    }
}

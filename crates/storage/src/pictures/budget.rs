//! How much time all requests together may spend on pictures in sizes that pages do not name.

use std::time::Duration;

use ateneu_base::Timestamp;
use parking_lot::Mutex;

use crate::Error;

/// What is added in each second, in milliseconds of one core.
const PER_SECOND: i64 = 200;

/// What is left of a core's time. Endless sizes get a fifth of one core in the long run; stored variants and the widths
/// that pages name are not counted.
pub(super) struct Budget {
    /// What may be spent at once, in milliseconds.
    most: i64,
    /// What is left, in milliseconds, and when that was counted.
    left: Mutex<(i64, Option<Timestamp>)>,
}

impl Budget {
    pub(super) fn full(most: Duration) -> Self {
        let most = i64::try_from(most.as_millis()).unwrap_or(i64::MAX);
        Self { most, left: Mutex::new((most, None)) }
    }

    /// Takes that many milliseconds, or refuses where nothing is left. The last to be admitted may take more than is left.
    pub(super) fn spend(&self, now: Timestamp, milliseconds: u64) -> Result<(), Error> {
        let mut state = self.left.lock();
        let (left, counted) = *state;
        let passed = counted.map_or(0, |counted| now.micros().saturating_sub(counted.micros()).max(0));
        let left = (left + passed.saturating_mul(PER_SECOND) / 1_000_000).min(self.most);
        let cost = i64::try_from(milliseconds).unwrap_or(i64::MAX);
        let is_admitted = left > 0;
        *state = (if is_admitted { left.saturating_sub(cost) } else { left }, Some(now));
        if is_admitted { Ok(()) } else { Err(Error::Unavailable) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_admitted_and_then_a_fifth_of_a_core() {
        let (budget, mut now) =
            (Budget::full(Duration::from_secs(30)), Timestamp::parse("2026-11-21T12:00:00Z").unwrap());
        for _ in 0..30 {
            budget.spend(now, 1_000).unwrap();
        }
        assert!(matches!(budget.spend(now, 1), Err(Error::Unavailable)));
        let mut admitted = 0;
        for _ in 0..100 {
            now = now + Duration::from_secs(1);
            admitted += usize::from(budget.spend(now, 1_000).is_ok());
        }
        assert!((20..=21).contains(&admitted), "{admitted}");
        now = now + Duration::from_secs(100_000);
        assert!(
            budget.spend(now, 90_000).is_ok() && budget.spend(now, 0).is_err(),
            "no more is saved up than a burst"
        );
    }
}

//! Periods for which data is kept.

use std::{fmt, time::Duration};

use crate::{Timestamp, calendar};

/// Whole days or calendar months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Days of 24 hours.
    Days(u32),
    /// Calendar months of São Paulo.
    Months(u32),
}

impl Period {
    /// Returns the instant that lies one period before `now`.
    pub fn before(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Days(days) => now - Duration::from_secs(u64::from(days) * 24 * 60 * 60),
            Self::Months(months) => calendar::months_earlier(now, months),
        }
    }
}

impl fmt::Display for Period {
    /// Formats the period in Portuguese: `30 dias`, `6 meses`, `2 anos`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Days(1) => f.write_str("1 dia"),
            Self::Days(days) => write!(f, "{days} dias"),
            Self::Months(1) => f.write_str("1 mês"),
            Self::Months(12) => f.write_str("1 ano"),
            Self::Months(months) if months % 12 == 0 => write!(f, "{} anos", months / 12),
            Self::Months(months) => write!(f, "{months} meses"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_end_on_the_same_day_of_an_earlier_month() {
        let now = Timestamp::parse("2026-11-30T12:00:00Z").expect("an instant");
        let before = [Period::Days(30), Period::Months(6), Period::Months(9), Period::Months(60)];
        let days = before.map(|period| calendar::iso_day(period.before(now)));
        assert_eq!(days, ["2026-10-31", "2026-05-30", "2026-02-28", "2021-11-30"]);
    }

    #[test]
    fn a_period_is_written_in_its_largest_unit() {
        let periods =
            [Period::Days(1), Period::Days(30), Period::Months(1), Period::Months(13), Period::Months(24)];
        assert_eq!(
            periods.map(|period| period.to_string()),
            ["1 dia", "30 dias", "1 mês", "13 meses", "2 anos"]
        );
    }
}

//! Times at which jobs are due, by the clocks of São Paulo.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Pauses before a failed run is tried again; the last one stands for all further ones.
const PAUSES: [Duration; 4] = [
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(60 * 60),
];

/// Times at which a job is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every hour at a minute.
    Hourly(i8),
    /// Every day at an hour and a minute.
    Daily(i8, i8),
}

impl Schedule {
    /// Every hour at that minute.
    pub const fn hourly(minute: i8) -> Self {
        Self::Hourly(minute)
    }

    /// Every day at that time.
    pub const fn daily(hour: i8, minute: i8) -> Self {
        Self::Daily(hour, minute)
    }

    /// The first time it is due after an instant.
    pub fn next_after(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Hourly(minute) => {
                let offset = i64::from(minute) * MINUTE;
                Timestamp::from_seconds(((now.seconds() - offset).div_euclid(HOUR) + 1) * HOUR + offset)
            }
            Self::Daily(hour, minute) => calendar::next_time(now, hour, minute),
        }
    }

    /// Time at which a run that failed is tried again: after a pause that grows with the failures in a row, and no
    /// later than it would be due anyway.
    pub fn retry_after(self, now: Timestamp, failures: i64) -> Timestamp {
        let index = usize::try_from(failures - 1).unwrap_or(0).min(PAUSES.len() - 1);
        (now + PAUSES[index]).min(self.next_after(now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).unwrap()
    }

    #[test]
    fn a_daily_run_comes_at_its_time_in_sao_paulo_once_a_day() {
        let schedule = Schedule::daily(3, 5);
        for (now, next) in [
            ("2026-11-21T06:04:59.999999Z", "2026-11-21T06:05:00Z"),
            ("2026-11-21T06:05:00Z", "2026-11-22T06:05:00Z"),
            ("2026-12-31T23:00:00Z", "2027-01-01T06:05:00Z"),
            ("2018-12-15T02:30:00Z", "2018-12-15T05:05:00Z"),
        ] {
            assert_eq!(schedule.next_after(at(now)), at(next), "{now}");
        }
        let late = Schedule::daily(23, 30);
        assert_eq!(late.next_after(at("2026-11-21T02:00:00Z")), at("2026-11-21T02:30:00Z"));
    }

    #[test]
    fn an_hour_s_run_comes_at_its_minute() {
        let schedule = Schedule::hourly(30);
        assert_eq!(schedule.next_after(at("2026-11-21T10:29:00Z")), at("2026-11-21T10:30:00Z"));
        assert_eq!(schedule.next_after(at("2026-11-21T10:30:00Z")), at("2026-11-21T11:30:00Z"));
    }

    #[test]
    fn pauses_grow_up_to_an_hour_and_never_pass_the_next_time() {
        let (schedule, now) = (Schedule::daily(3, 0), at("2026-11-21T06:00:00Z"));
        let minutes = [(1, 1), (2, 5), (3, 15), (4, 60), (40, 60)];
        for (failures, expected) in minutes {
            let pause = Duration::from_secs(expected * 60);
            assert_eq!(schedule.retry_after(now, failures), now + pause, "{failures}");
        }
        let shortly_before = at("2026-11-22T05:30:00Z");
        assert_eq!(schedule.retry_after(shortly_before, 9), at("2026-11-22T06:00:00Z"));
    }
}

//! When a job is due, by the clocks of Brasília, which have had no summer time since 2019.

use std::time::Duration;

use ateneu_base::Timestamp;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Seconds by which Brasília's clocks are behind UTC.
const BRASILIA: i64 = 3 * HOUR;

/// Pauses before a failed run is tried again; the last one stands for all further ones.
const PAUSES: [Duration; 4] = [
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(60 * 60),
];

/// When a job is due: every so often, so long after the beginning of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    period: i64,
    offset: i64,
}

impl Schedule {
    /// Every hour at that minute.
    pub const fn hourly(minute: u8) -> Self {
        Self { period: HOUR, offset: minute as i64 * MINUTE }
    }

    /// Every day at that time.
    pub const fn daily(hour: u8, minute: u8) -> Self {
        Self { period: DAY, offset: hour as i64 * HOUR + minute as i64 * MINUTE + BRASILIA }
    }

    /// The first time it is due after an instant.
    pub fn next_after(self, now: Timestamp) -> Timestamp {
        let periods = (now.seconds() - self.offset).div_euclid(self.period) + 1;
        Timestamp::from_seconds(periods * self.period + self.offset)
    }

    /// When a run that failed is tried again: after a pause that grows with the failures in a row, and no later than it
    /// would be due anyway.
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
    fn a_day_s_run_comes_at_its_time_in_brasilia_once_a_day() {
        let schedule = Schedule::daily(3, 5);
        for (now, next) in [
            ("2026-11-21T06:04:59.999999Z", "2026-11-21T06:05:00Z"),
            ("2026-11-21T06:05:00Z", "2026-11-22T06:05:00Z"),
            ("2026-12-31T23:00:00Z", "2027-01-01T06:05:00Z"),
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

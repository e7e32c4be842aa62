//! Due times of jobs, in São Paulo's time zone.

use std::time::Duration;

use ateneu_base::{Timestamp, calendar};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// Pauses before retries of a failed run. The last one repeats.
const PAUSES: [Duration; 4] = [
    Duration::from_secs(60),
    Duration::from_secs(5 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(60 * 60),
];

/// Times at which a job is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Interval in minutes, a divisor of 60.
    Minutes(i8),
    /// Every hour at a minute.
    Hourly(i8),
    /// Every day at an hour and a minute.
    Daily(i8, i8),
    /// Every week on a day (Monday is 1, Sunday 7) at an hour and a minute.
    Weekly(i8, i8, i8),
}

impl Schedule {
    /// Returns the schedule of an interval in minutes, a divisor of 60.
    pub const fn minutes(interval: i8) -> Self {
        Self::Minutes(interval)
    }

    /// Returns the schedule of every hour at this minute.
    pub const fn hourly(minute: i8) -> Self {
        Self::Hourly(minute)
    }

    /// Returns the schedule of every day at this time.
    pub const fn daily(hour: i8, minute: i8) -> Self {
        Self::Daily(hour, minute)
    }

    /// Returns the schedule of every week on this day (Monday is 1, Sunday 7) at this time.
    pub const fn weekly(weekday: i8, hour: i8, minute: i8) -> Self {
        Self::Weekly(weekday, hour, minute)
    }

    /// Returns the first due time after an instant.
    pub fn next_after(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Minutes(interval) => {
                let interval = i64::from(interval).max(1) * MINUTE;
                Timestamp::from_seconds((now.seconds().div_euclid(interval) + 1) * interval)
            }
            Self::Hourly(minute) => {
                let offset = i64::from(minute) * MINUTE;
                Timestamp::from_seconds(((now.seconds() - offset).div_euclid(HOUR) + 1) * HOUR + offset)
            }
            Self::Daily(hour, minute) => calendar::next_time(now, hour, minute),
            Self::Weekly(weekday, hour, minute) => {
                let mut due = calendar::next_time(now, hour, minute);
                for _ in 1..7 {
                    if calendar::weekday(due) == weekday {
                        break;
                    }
                    due = calendar::next_time(due, hour, minute);
                }
                due
            }
        }
    }

    /// Returns the time to retry a failed run: after a pause that grows with consecutive failures, and no later than
    /// the regular due time.
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
    fn a_weekly_run_comes_on_its_day_in_sao_paulo() {
        let mondays = Schedule::weekly(1, 6, 0);
        for (now, next) in [
            ("2026-11-29T12:00:00Z", "2026-11-30T09:00:00Z"),
            ("2026-11-30T08:59:59Z", "2026-11-30T09:00:00Z"),
            ("2026-11-30T09:00:00Z", "2026-12-07T09:00:00Z"),
            ("2026-12-30T09:00:00Z", "2027-01-04T09:00:00Z"),
            // Summer time of 2018 began on a Sunday.
            ("2018-11-01T00:00:00Z", "2018-11-05T08:00:00Z"),
        ] {
            assert_eq!(mondays.next_after(at(now)), at(next), "{now}");
        }
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
    fn a_run_every_five_minutes_comes_at_the_next_multiple() {
        let schedule = Schedule::minutes(5);
        for (now, next) in [
            ("2026-11-21T10:29:59Z", "2026-11-21T10:30:00Z"),
            ("2026-11-21T10:30:00Z", "2026-11-21T10:35:00Z"),
            ("2026-11-21T23:58:00Z", "2026-11-22T00:00:00Z"),
        ] {
            assert_eq!(schedule.next_after(at(now)), at(next), "{now}");
        }
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

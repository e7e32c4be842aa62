//! Errors that this process has logged: their number since its start and in the last hour.

use std::{collections::VecDeque, sync::LazyLock, time::Instant};

use parking_lot::Mutex;

/// Number of minutes that are counted apart.
const MINUTES: u64 = 60;

#[derive(Default)]
struct Counts {
    total: u64,
    /// Numbers of errors by the minute since the start, oldest first.
    minutes: VecDeque<(u64, u64)>,
}

impl Counts {
    fn add(&mut self, minute: u64) {
        self.total += 1;
        match self.minutes.back_mut() {
            Some((last, count)) if *last == minute => *count += 1,
            _ => self.minutes.push_back((minute, 1)),
        }
        self.remove_old(minute);
    }

    fn remove_old(&mut self, minute: u64) {
        while self.minutes.front().is_some_and(|(first, _)| first + MINUTES <= minute) {
            self.minutes.pop_front();
        }
    }

    fn in_last_hour(&mut self, minute: u64) -> u64 {
        self.remove_old(minute);
        self.minutes.iter().map(|(_, count)| count).sum()
    }
}

static COUNTS: LazyLock<(Instant, Mutex<Counts>)> = LazyLock::new(|| (Instant::now(), Mutex::default()));

fn minute() -> u64 {
    COUNTS.0.elapsed().as_secs() / 60
}

/// Counts an error. Called for every line of the log with the level of errors.
pub fn record() {
    let minute = minute();
    COUNTS.1.lock().add(minute);
}

/// Returns the number of errors since the start, and in the last hour.
pub fn counts() -> (u64, u64) {
    let minute = minute();
    let mut counts = COUNTS.1.lock();
    (counts.total, counts.in_last_hour(minute))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_leave_the_last_hour_after_sixty_minutes() {
        let mut counts = Counts::default();
        for minute in [0, 0, 30, 59] {
            counts.add(minute);
        }
        assert_eq!(counts.in_last_hour(59), 4);
        assert_eq!(counts.in_last_hour(60), 2);
        assert_eq!(counts.in_last_hour(119), 0);
        assert_eq!(counts.total, 4);
    }
}

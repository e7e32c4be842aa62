//! Rate limits of one socket or channel.

use std::time::Duration;

use tokio::time::Instant;

/// Counts events in windows of fixed length.
pub struct Rate {
    most: u32,
    window: Duration,
    began: Instant,
    count: u32,
}

impl Rate {
    /// Creates a limit of `most` events in each window.
    pub fn new(most: u32, window: Duration) -> Self {
        Self { most, window, began: Instant::now(), count: 0 }
    }

    /// Counts one event. Returns `false` if it exceeds the limit.
    pub fn allows(&mut self, now: Instant) -> bool {
        self.allows_some(now, 1)
    }

    /// Counts `number` events. Returns `false` if they exceed the limit.
    pub fn allows_some(&mut self, now: Instant, number: usize) -> bool {
        if now.duration_since(self.began) >= self.window {
            (self.began, self.count) = (now, 0);
        }
        self.count = self.count.saturating_add(u32::try_from(number).unwrap_or(u32::MAX));
        self.count <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_window_allows_the_full_limit() {
        let window = Duration::from_secs(1);
        let mut rate = Rate::new(2, window);
        let now = rate.began;
        assert_eq!([rate.allows(now), rate.allows(now), rate.allows(now)], [true, true, false]);
        assert!(rate.allows(now + window));
        assert!(!rate.allows_some(now + 2 * window, 3));
    }
}

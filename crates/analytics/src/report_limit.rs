//! Limit on the reports of one network, held in memory for a minute.

use std::{collections::HashMap, time::Duration};

use ateneu_base::Timestamp;

/// Maximum number of reports of a network in a minute.
const PER_MINUTE: u32 = 60;

pub const WINDOW: Duration = Duration::from_secs(60);

/// Maximum number of networks in memory. Beyond it, new ones are refused.
const MAX_ADDRESSES: usize = 50_000;

#[derive(Debug, Default)]
pub struct ReportLimit(HashMap<String, Window>);

#[derive(Debug)]
struct Window {
    began: Timestamp,
    reports: u32,
}

impl ReportLimit {
    /// Counts a report of this network. Returns `false` beyond its limit in this minute.
    pub fn admits(&mut self, network: String, now: Timestamp) -> bool {
        if self.0.len() >= MAX_ADDRESSES && !self.0.contains_key(&network) {
            return false;
        }
        let window = self.0.entry(network).or_insert(Window { began: now, reports: 0 });
        if window.began + WINDOW <= now {
            *window = Window { began: now, reports: 0 };
        }
        window.reports = window.reports.saturating_add(1);
        window.reports <= PER_MINUTE
    }

    /// Removes the networks whose minute is over.
    pub fn forget_before(&mut self, now: Timestamp) {
        self.0.retain(|_, window| window.began + WINDOW > now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_a_new_limit_every_minute() {
        let mut report_limit = ReportLimit::default();
        let start = Timestamp::from_seconds(1_000);
        let taken = (0..PER_MINUTE + 5).filter(|_| report_limit.admits("a".into(), start));
        assert_eq!(taken.count(), PER_MINUTE as usize);
        assert!(report_limit.admits("b".into(), start));
        assert!(!report_limit.admits("a".into(), start + Duration::from_secs(59)));
        assert!(report_limit.admits("a".into(), start + WINDOW));
    }

    #[test]
    fn an_address_is_forgotten_after_its_minute() {
        let mut report_limit = ReportLimit::default();
        let start = Timestamp::from_seconds(1_000);
        report_limit.admits("a".into(), start);
        report_limit.forget_before(start + Duration::from_secs(59));
        assert_eq!(report_limit.0.len(), 1);
        report_limit.forget_before(start + WINDOW);
        assert!(report_limit.0.is_empty());
    }
}

//! Rates of sending: limits by second, minute, hour and day for the relay, by minute for each recipient domain, and
//! pauses of domains that refuse for now.

use std::{collections::HashMap, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use serde::Deserialize;

use super::hour_of;

/// Pauses of a domain after each refusal in a row, in seconds.
const PAUSES: [u64; 6] = [60, 300, 900, 1_800, 3_600, 7_200];

/// Number of seconds of the day limit's window.
const DAY: u64 = 24 * 60 * 60;

/// Limits on the number of emails. 0 stands for none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Limit in a second.
    pub second: u32,
    /// Limit in a minute.
    pub minute: u32,
    /// Limit in an hour.
    pub hour: u32,
    /// Limit in the last 24 hours.
    pub day: u32,
    /// Limit in a minute for one domain.
    pub domain_minute: u32,
}

/// Count within a window of fixed length.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    start: i64,
    count: u32,
}

impl Window {
    /// Returns the number of emails that still fit, and the end of the window.
    fn room(&mut self, now: Timestamp, length: i64, limit: u32) -> (u32, Timestamp) {
        let start = now.seconds().div_euclid(length) * length;
        if self.start != start {
            *self = Self { start, count: 0 };
        }
        let room = if limit == 0 { u32::MAX } else { limit.saturating_sub(self.count) };
        (room, Timestamp::from_seconds(start + length))
    }
}

#[derive(Debug, Default)]
struct Domain {
    minute: Window,
    /// Number of refusals in a row.
    refusals: usize,
    rests_until: Option<Timestamp>,
}

/// Emails sent so far, by time and by domain.
#[derive(Debug, Default)]
pub struct Rates {
    second: Window,
    minute: Window,
    /// Numbers of emails by hour, from the database.
    hours: Vec<(Timestamp, u32)>,
    domains: HashMap<String, Domain>,
}

/// Returns the domain of an address.
pub fn domain_of(address: &str) -> &str {
    address.rsplit_once('@').map_or("", |(_, domain)| domain)
}

impl Rates {
    /// Reads the numbers of the last 24 hours.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn load(&mut self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
        #[derive(Deserialize)]
        struct Hour {
            hour: Timestamp,
            sent: u32,
        }
        let since = hour_of(now) - Duration::from_secs(DAY);
        let sql = "SELECT hour, sent FROM mail_bulk_hours WHERE hour > $1 ORDER BY hour";
        let hours: Vec<Hour> = tx.query_as(sql, &[since.into()])?;
        self.hours = hours.into_iter().map(|row| (row.hour, row.sent)).collect();
        Ok(())
    }

    /// Stores begun emails and removes old numbers. Called in the transaction that marks their recipients.
    ///
    /// # Errors
    /// Fails if the database does.
    pub fn store(tx: &mut Tx<'_>, emails: usize, now: Timestamp) -> Result<(), Error> {
        let hour = hour_of(now);
        let sql = "INSERT INTO mail_bulk_hours (hour, sent) VALUES ($1, $2)
                   ON CONFLICT (hour) DO UPDATE SET sent = mail_bulk_hours.sent + excluded.sent";
        tx.execute(sql, &[hour.into(), i64::try_from(emails).unwrap_or(0).into()])?;
        let old = hour - Duration::from_secs(2 * DAY);
        tx.execute("DELETE FROM mail_bulk_hours WHERE hour < $1", &[old.into()]).map(drop)
    }

    /// Returns the number of emails that may begin now. If it is 0, also returns the time at which it grows.
    pub fn room(&mut self, limits: &Limits, now: Timestamp) -> (u32, Timestamp) {
        let hour = hour_of(now);
        let sum = |since: Timestamp| {
            let counts = self.hours.iter().filter(|(at, _)| *at > since).map(|(_, sent)| *sent);
            counts.fold(0_u32, u32::saturating_add)
        };
        let within = |limit: u32, sent: u32| if limit == 0 { u32::MAX } else { limit.saturating_sub(sent) };
        let next_hour = hour + Duration::from_hours(1);
        let this_hour = (within(limits.hour, sum(hour - Duration::from_secs(1))), next_hour);
        let day = (within(limits.day, sum(hour - Duration::from_secs(DAY))), next_hour);
        let rooms = [
            self.second.room(now, 1, limits.second),
            self.minute.room(now, 60, limits.minute),
            this_hour,
            day,
        ];
        let room = rooms.iter().map(|(room, _)| *room).min().unwrap_or(0);
        let full = rooms.iter().filter(|(room, _)| *room == 0).map(|(_, until)| *until);
        (room, full.max().unwrap_or(now))
    }

    /// Returns the time at which the domain gets its next email, `None` for now.
    pub fn domain_rests_until(&mut self, domain: &str, limits: &Limits, now: Timestamp) -> Option<Timestamp> {
        let known = self.domains.get_mut(domain)?;
        if let Some(until) = known.rests_until.filter(|until| *until > now) {
            return Some(until);
        }
        let (room, until) = known.minute.room(now, 60, limits.domain_minute);
        (room == 0).then_some(until)
    }

    /// Counts an email that begins now.
    pub fn count(&mut self, domain: &str, now: Timestamp) {
        self.second.room(now, 1, 0);
        self.minute.room(now, 60, 0);
        self.second.count += 1;
        self.minute.count += 1;
        let hour = hour_of(now);
        match self.hours.last_mut().filter(|(at, _)| *at == hour) {
            Some((_, sent)) => *sent += 1,
            None => self.hours.push((hour, 1)),
        }
        if !self.domains.contains_key(domain) {
            self.domains.insert(domain.to_owned(), Domain::default());
        }
        if let Some(known) = self.domains.get_mut(domain) {
            known.minute.room(now, 60, 0);
            known.minute.count += 1;
        }
    }

    /// Records that a domain accepts emails.
    pub fn accepted(&mut self, domain: &str) {
        if let Some(known) = self.domains.get_mut(domain) {
            (known.refusals, known.rests_until) = (0, None);
        }
    }

    /// Pauses a domain that refuses for now. Returns `true` for its first refusal in a row. Refusals of emails that were
    /// under way together count once.
    pub fn deferred(&mut self, domain: &str, now: Timestamp) -> bool {
        let known = self.domains.entry(domain.to_owned()).or_default();
        if known.rests_until.is_some_and(|until| until > now) {
            return false;
        }
        let pause = PAUSES[known.refusals.min(PAUSES.len() - 1)];
        known.refusals += 1;
        known.rests_until = Some(now + Duration::from_secs(pause));
        known.refusals == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn the_smallest_limit_counts_and_its_window_ends() {
        let mut rates = Rates::default();
        let limits = Limits { second: 2, minute: 3, ..Limits::default() };
        assert_eq!(rates.room(&limits, NOW).0, 2);
        rates.count("a.test", NOW);
        rates.count("a.test", NOW);
        assert_eq!(rates.room(&limits, NOW), (0, NOW + seconds(1)));
        rates.count("a.test", NOW + seconds(1));
        assert_eq!(rates.room(&limits, NOW + seconds(1)), (0, NOW + seconds(60)));
        assert_eq!(rates.room(&limits, NOW + seconds(60)).0, 2);
        assert_eq!(rates.room(&Limits::default(), NOW).0, u32::MAX);
    }

    #[test]
    fn the_day_limit_covers_the_last_24_hours() {
        let mut rates = Rates::default();
        let limits = Limits { day: 2, hour: 1, ..Limits::default() };
        rates.count("a.test", NOW);
        assert_eq!(rates.room(&limits, NOW), (0, NOW + seconds(3_600)));
        rates.count("a.test", NOW + seconds(3_600));
        assert_eq!(rates.room(&limits, NOW + seconds(7_200)).0, 0);
        assert_eq!(rates.room(&limits, NOW + seconds(DAY)).0, 1);
    }

    #[test]
    fn a_domain_rests_longer_after_each_refusal() {
        let (mut rates, limits) = (Rates::default(), Limits { domain_minute: 1, ..Limits::default() });
        assert_eq!(rates.domain_rests_until("a.test", &limits, NOW), None);
        rates.count("a.test", NOW);
        assert_eq!(rates.domain_rests_until("a.test", &limits, NOW), Some(NOW + seconds(60)));
        assert_eq!(rates.domain_rests_until("b.test", &limits, NOW), None);
        let later = NOW + seconds(120);
        assert!(rates.deferred("a.test", later));
        assert!(!rates.deferred("a.test", later));
        assert_eq!(rates.domain_rests_until("a.test", &limits, later), Some(later + seconds(60)));
        let again = later + seconds(61);
        assert!(!rates.deferred("a.test", again));
        assert_eq!(rates.domain_rests_until("a.test", &limits, again), Some(again + seconds(300)));
        rates.accepted("a.test");
        assert_eq!(rates.domain_rests_until("a.test", &limits, again), None);
    }
}

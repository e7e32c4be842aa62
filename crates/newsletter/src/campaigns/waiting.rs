//! The recipients that wait, in memory: their numbers by domain. The database has the truth; this is the order.

use std::collections::{BTreeMap, HashMap, VecDeque};

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_mail::bulk::{Limits, Rates, domain_of};
use serde::Deserialize;

/// Number of recipients read at a time.
const PAGE: i64 = 10_000;

/// Waiting recipients by domain. Domains take turns, so that a domain that rests holds up no other.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    numbers: HashMap<String, VecDeque<i64>>,
    ready: VecDeque<String>,
    resting: BTreeMap<Timestamp, Vec<String>>,
}

#[derive(Deserialize)]
struct Row {
    number: i64,
    email: Option<String>,
}

impl Waiting {
    /// Reads the waiting recipients of a campaign after a number. Returns the last number that it read, `None` at the
    /// end.
    pub(crate) fn load(&mut self, tx: &mut Tx<'_>, campaign: i64, after: i64) -> Result<Option<i64>, Error> {
        let sql = format!(
            "SELECT number, email FROM campaign_recipients
             WHERE campaign = $1 AND number > $2 AND state = 'waiting' ORDER BY number LIMIT {PAGE}"
        );
        let rows: Vec<Row> = tx.query_as(&sql, &[campaign.into(), after.into()])?;
        for row in &rows {
            self.add(row.number, domain_of(row.email.as_deref().unwrap_or_default()));
        }
        Ok(rows.last().map(|row| row.number))
    }

    /// Adds a recipient behind the others of its domain.
    pub(crate) fn add(&mut self, number: i64, domain: &str) {
        if let Some(numbers) = self.numbers.get_mut(domain) {
            numbers.push_back(number);
        } else {
            self.numbers.insert(domain.to_owned(), [number].into());
            self.ready.push_back(domain.to_owned());
        }
    }

    /// Takes up to `most` recipients whose domains are ready, and counts them.
    pub(crate) fn choose(
        &mut self,
        most: usize,
        rates: &mut Rates,
        limits: &Limits,
        now: Timestamp,
    ) -> Vec<i64> {
        let later = self.resting.split_off(&(now + std::time::Duration::from_micros(1)));
        for domains in std::mem::replace(&mut self.resting, later).into_values() {
            self.ready.extend(domains);
        }
        let mut chosen = Vec::new();
        while chosen.len() < most {
            let Some(domain) = self.ready.pop_front() else { break };
            if let Some(until) = rates.domain_rests_until(&domain, limits, now) {
                self.resting.entry(until).or_default().push(domain);
                continue;
            }
            let Some(numbers) = self.numbers.get_mut(&domain) else { continue };
            if let Some(number) = numbers.pop_front() {
                rates.count(&domain, now);
                chosen.push(number);
            }
            if numbers.is_empty() {
                self.numbers.remove(&domain);
            } else {
                self.ready.push_back(domain);
            }
        }
        chosen
    }

    /// Returns the time at which the next domain is ready, `None` if one is ready now or none waits.
    pub(crate) fn next(&self) -> Option<Timestamp> {
        self.resting.keys().next().copied().filter(|_| self.ready.is_empty())
    }

    /// Makes every domain ready, after the limits have changed.
    pub(crate) fn wake(&mut self) {
        for domains in std::mem::take(&mut self.resting).into_values() {
            self.ready.extend(domains);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);

    #[test]
    fn a_resting_domain_holds_up_no_other() {
        let (mut waiting, mut rates) = (Waiting::default(), Rates::default());
        let limits = Limits { domain_minute: 2, ..Limits::default() };
        (1..=4).for_each(|number| waiting.add(number, "a.test"));
        waiting.add(5, "b.test");
        assert_eq!(waiting.choose(10, &mut rates, &limits, NOW), [1, 5, 2]);
        let next = waiting.next().unwrap();
        assert_eq!(next, NOW + std::time::Duration::from_secs(60));
        assert!(waiting.choose(10, &mut rates, &limits, NOW).is_empty());
        assert_eq!(waiting.choose(10, &mut rates, &limits, next), [3, 4]);
        assert!(waiting.numbers.is_empty() && waiting.next().is_none());
        waiting.add(6, "a.test");
        assert!(!waiting.numbers.is_empty());
    }
}

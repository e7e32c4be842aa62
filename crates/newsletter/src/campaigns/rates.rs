//! Rates of sending: those of the configuration, or those that the panel has set.

use ateneu_base::Timestamp;
use ateneu_db::{Error, Tx};
use ateneu_mail::bulk::{Limits, warm_up_limit};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of connections.
const MAX_CONNECTIONS: u32 = 50;

/// Maximum number of errors in a row before a pause.
const MAX_ERRORS: u32 = 1_000;

/// Number of seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// Maximum of a limit.
const MAX_LIMIT: u32 = 10_000_000;

/// Rates of sending. A limit of 0 stands for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SendingRates {
    /// Number of connections to the relay.
    pub connections: u32,
    /// Emails in a second.
    pub per_second: u32,
    /// Emails in a minute.
    pub per_minute: u32,
    /// Emails in an hour.
    pub per_hour: u32,
    /// Emails in 24 hours.
    pub per_day: u32,
    /// Emails in a minute to one domain.
    pub domain_per_minute: u32,
    /// Number of errors in a row after which a campaign pauses.
    pub errors_to_pause: u32,
}

impl SendingRates {
    /// Returns `true` if the numbers are within their ranges.
    pub fn is_valid(&self) -> bool {
        let limits = [self.per_second, self.per_minute, self.per_hour, self.per_day, self.domain_per_minute];
        (1..=MAX_CONNECTIONS).contains(&self.connections)
            && (1..=MAX_ERRORS).contains(&self.errors_to_pause)
            && limits.iter().all(|limit| *limit <= MAX_LIMIT)
    }

    /// Reads the rates that the panel has set, else returns `configured`.
    pub(crate) fn read(tx: &mut Tx<'_>, configured: Self) -> Result<Self, Error> {
        let row = tx.query_optional("SELECT rates FROM newsletter_rates WHERE id = 1", &[])?;
        let stored = row.map(|row| row.json::<Self>("rates")).transpose()?.flatten();
        Ok(stored.filter(Self::is_valid).unwrap_or(configured))
    }

    /// Stores the rates.
    pub(crate) fn store(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
        let rates = serde_json::json!(self).to_string();
        let sql = "INSERT INTO newsletter_rates (id, rates, updated_at) VALUES (1, $1, $2)
                   ON CONFLICT (id) DO UPDATE SET rates = excluded.rates, updated_at = excluded.updated_at";
        tx.execute(sql, &[rates.into(), now.into()]).map(drop)
    }

    /// Returns the limits at this time. A warm-up that began on the day `warm_up_from` lowers the limit of a day.
    pub(crate) fn limits(&self, warm_up_from: Option<Timestamp>, now: Timestamp) -> Limits {
        let growing =
            warm_up_from.and_then(|from| warm_up_limit((now.seconds() - from.seconds()).div_euclid(DAY)));
        let day = match (growing, self.per_day) {
            (Some(growing), 0) => growing,
            (Some(growing), day) => growing.min(day),
            (None, day) => day,
        };
        Limits {
            second: self.per_second,
            minute: self.per_minute,
            hour: self.per_hour,
            day,
            domain_minute: self.domain_per_minute,
        }
    }
}

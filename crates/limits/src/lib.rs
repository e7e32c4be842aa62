//! Limits on attempts in a window of time, by caller and action. The counts live in the table `rate_limits`, so they
//! outlive a restart, hold across nodes, and are rolled back with their transaction. Also the [`Budget`] of one
//! request.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `tables`: the declared tables
//! - `budget`: the cost limits of one request

mod budget;
mod tables;

use std::{net::IpAddr, time::Duration};

use ateneu_base::Timestamp;
use ateneu_db::Tx;

pub use budget::{Asked, Budget, Exceeded};
pub use tables::tables;

/// Limit on attempts in a window that begins with the first of them.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Name of the counted attempts and their caller, e.g. `sign_in:address:203.0.113.9`.
    pub bucket: String,
    /// Maximum number of attempts in a window.
    pub most: i64,
    /// Length of the window.
    pub window: Duration,
}

/// Reason why an attempt was not counted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The window is full. It ends after this time.
    #[error("too many attempts")]
    Full(Duration),
    /// The counts could not be read or written.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
}

/// Returns the part of an address that identifies a visitor. A home has one IPv4 address but 2^64 IPv6 addresses, so
/// those count by their network.
pub fn network(address: &str) -> String {
    match address.parse() {
        Ok(IpAddr::V6(v6)) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.to_string(),
            None => {
                let [a, b, c, d, ..] = v6.segments();
                format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
            }
        },
        _ => address.to_owned(),
    }
}

impl Limit {
    /// Checks that the window has room, without counting an attempt.
    ///
    /// # Errors
    /// Returns [`Error::Full`] if the window is full.
    pub fn check(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
        let counted = tx.query_optional_as::<(i64, Timestamp)>(
            "SELECT attempts, window_started_at FROM rate_limits WHERE bucket = $1 AND window_started_at > $2",
            &[self.bucket.as_str().into(), (now - self.window).into()],
        )?;
        match counted {
            Some((attempts, started)) if attempts >= self.most => Err(Error::Full(self.left(started, now))),
            _ => Ok(()),
        }
    }

    /// Counts `times` attempts.
    ///
    /// # Errors
    /// Returns [`Error::Full`] if the window does not hold them. They are counted all the same, unless the transaction
    /// is rolled back.
    pub fn count(&self, tx: &mut Tx<'_>, times: usize, now: Timestamp) -> Result<(), Error> {
        let times = i64::try_from(times).unwrap_or(i64::MAX);
        let (attempts, started): (i64, Timestamp) = tx.query_one_as(
            "INSERT INTO rate_limits (bucket, attempts, window_started_at) VALUES ($1, $4, $2)
             ON CONFLICT (bucket) DO UPDATE SET
                 attempts = CASE WHEN rate_limits.window_started_at > $3 THEN rate_limits.attempts + $4 ELSE $4 END,
                 window_started_at =
                     CASE WHEN rate_limits.window_started_at > $3 THEN rate_limits.window_started_at ELSE $2 END
             RETURNING attempts, window_started_at",
            &[
                self.bucket.as_str().into(),
                now.into(),
                (now - self.window).into(),
                times.into(),
            ],
        )?;
        match attempts <= self.most {
            true => Ok(()),
            false => Err(Error::Full(self.left(started, now))),
        }
    }

    /// Takes back one counted attempt that was no attack.
    pub fn give_back(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        tx.execute(
            "UPDATE rate_limits SET attempts = attempts - 1 WHERE bucket = $1 AND attempts > 0",
            &[self.bucket.as_str().into()],
        )?;
        Ok(())
    }

    /// Returns `true` once per window, for the first refused attempt, which is worth a log line.
    pub fn first_refusal(&self, tx: &mut Tx<'_>) -> Result<bool, Error> {
        let touched = tx.execute(
            "UPDATE rate_limits SET attempts = attempts + 1 WHERE bucket = $1 AND attempts = $2",
            &[self.bucket.as_str().into(), self.most.into()],
        )?;
        Ok(touched == 1)
    }

    /// Returns the time left of the window that began at `started`.
    fn left(&self, started: Timestamp, now: Timestamp) -> Duration {
        let left = (started + self.window).micros() - now.micros();
        Duration::from_micros(u64::try_from(left).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn addresses_are_limited_by_ipv4_or_ipv6_network() {
        for (address, expected) in [
            ("203.0.113.9", "203.0.113.9"),
            ("::ffff:203.0.113.9", "203.0.113.9"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
            ("not an address", "not an address"),
        ] {
            assert_eq!(network(address), expected);
        }
    }
}

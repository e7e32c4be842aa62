//! Counted attempts. The counts live in the database, so they outlive a restart and hold across nodes.

use std::{net::IpAddr, time::Duration};

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_settings::Values;

use crate::{client::Client, error::Error};

/// Accounts one address may make in an hour.
const SIGNUPS_PER_HOUR: i64 = 60;

/// So many attempts in a window that begins with the first of them.
#[derive(Clone, Debug)]
pub(crate) struct Limit {
    bucket: String,
    most: i64,
    window: Duration,
}

/// Failed sign-ins: one limit for the account, one for the address.
pub(crate) fn sign_in(settings: &Values, account: &str, client: &Client) -> Vec<Limit> {
    // A digest: people type passwords into the wrong field.
    let account = format!("sign_in:account:{}", ids::digest(account));
    let address = client
        .address()
        .map(|address| format!("sign_in:address:{}", network(address)));
    let limit = |bucket| Limit {
        bucket,
        most: settings.rate_limit_max_attempts,
        window: settings.rate_limit_window,
    };
    [Some(account), address]
        .into_iter()
        .flatten()
        .map(limit)
        .collect()
}

/// Sign-ups from one address.
pub(crate) fn sign_up(client: &Client) -> Option<Limit> {
    client.address().map(|address| Limit {
        bucket: format!("sign_up:address:{}", network(address)),
        most: SIGNUPS_PER_HOUR,
        window: Duration::from_secs(3_600),
    })
}

/// One home has one IPv4 address but 2^64 IPv6 addresses: those count by their network.
fn network(address: &str) -> String {
    match address.parse() {
        Ok(IpAddr::V6(v6)) if v6.to_ipv4_mapped().is_none() => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
        _ => address.to_owned(),
    }
}

impl Limit {
    /// Refuses when the window is full.
    pub(crate) fn check(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
        let row = tx.query_optional(
            "SELECT attempts, window_started_at FROM rate_limits WHERE bucket = $1 AND window_started_at > $2",
            &[(&self.bucket).into(), (now - self.window).into()],
        )?;
        let Some(row) = row.filter(|row| row.int("attempts").unwrap_or(0) >= self.most) else {
            return Ok(());
        };
        let started = crate::users::instant(&row, "window_started_at").unwrap_or(now);
        let left = (started + self.window).micros() - now.micros();
        Err(Error::RateLimited(Duration::from_micros(left.unsigned_abs())))
    }

    /// Counts one attempt, and refuses when it is one too many.
    pub(crate) fn count(&self, tx: &mut Tx<'_>, now: Timestamp) -> Result<(), Error> {
        let row = tx.query_optional(
            "INSERT INTO rate_limits (bucket, attempts, window_started_at) VALUES ($1, 1, $2)
             ON CONFLICT (bucket) DO UPDATE SET
                 attempts = CASE WHEN rate_limits.window_started_at > $3 THEN rate_limits.attempts + 1 ELSE 1 END,
                 window_started_at =
                     CASE WHEN rate_limits.window_started_at > $3 THEN rate_limits.window_started_at ELSE $2 END
             RETURNING attempts",
            &[(&self.bucket).into(), now.into(), (now - self.window).into()],
        )?;
        match row.and_then(|row| row.int("attempts")) {
            Some(attempts) if attempts <= self.most => Ok(()),
            _ => Err(Error::RateLimited(self.window)),
        }
    }

    /// True once per window, for the first refused attempt: that one is worth a line in the log.
    pub(crate) fn first_refusal(&self, tx: &mut Tx<'_>) -> Result<bool, Error> {
        let touched = tx.execute(
            "UPDATE rate_limits SET attempts = attempts + 1 WHERE bucket = $1 AND attempts = $2",
            &[(&self.bucket).into(), self.most.into()],
        )?;
        Ok(touched == 1)
    }
}

//! Limits on wrong passwords of an account, at sign-in and inside the account (decision 0052).
//!
//! Only failures count. A guesser is refused, by network and account. Others can fill the account's failures from
//! everywhere and a network's failures for all accounts, so these only slow down: one try per pause. A network with a
//! recent sign-in to the account is not slowed down.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use ateneu_limits::network;
use ateneu_settings::Values;

use crate::{
    Auth,
    error::{Error, ErrorCode},
    requests::{
        Action, Client,
        limits::{self, Limit},
        log,
    },
};

/// Pause between two attempts when they are slowed down.
const PAUSE: Duration = Duration::from_secs(30);

/// Time for which a sign-in from a network counts as recent.
const NETWORK_RETENTION: Duration = Duration::from_secs(30 * 24 * 3_600);

/// Limits on the passwords tried for one account from one network.
#[derive(Clone)]
pub(crate) struct Attempts {
    /// Failures from this network for this account. A full window refuses even the right password, which it would
    /// otherwise reveal.
    own: Limit,
    /// Failures of the account from everywhere, and of the network for all accounts.
    shared: Vec<Limit>,
    client: Client,
    action: Action,
}

/// Pauses required before a try, usually none.
pub(crate) struct Pauses(Vec<Limit>);

impl Attempts {
    /// Creates the limits. `account` is an e-mail address or a telephone number, `action` that of the log.
    pub(crate) fn new(settings: &Values, account: &str, client: &Client, action: Action) -> Self {
        let limit = |bucket| Limit {
            bucket,
            most: settings.rate_limit_max_attempts,
            window: settings.rate_limit_window,
        };
        // A digest, because people type passwords into the wrong field.
        let account = ids::digest(account);
        let network = client.address().map(network);
        let own = limit(format!("sign_in:own:{}:{account}", network.as_deref().unwrap_or_default()));
        let everywhere = Some(limit(format!("sign_in:account:{account}")));
        let from_network = network.map(|network| limit(format!("sign_in:address:{network}")));
        let shared = [everywhere, from_network].into_iter().flatten().collect();
        Self { own, shared, client: client.clone(), action }
    }

    /// Returns the key of account and network, for which one hash runs at a time.
    pub(crate) fn key(&self) -> &str {
        &self.own.bucket
    }

    /// Returns the required pauses. Refuses if the guesser's window is full.
    pub(crate) fn pauses(
        &self,
        tx: &mut Tx<'_>,
        user_id: Option<&str>,
        now: Timestamp,
    ) -> Result<Pauses, Error> {
        self.own.check(tx, now)?;
        let mut pauses = Vec::new();
        for limit in &self.shared {
            match limit.check(tx, now).map_err(Error::from) {
                Err(Error::RateLimited(_)) => {
                    pauses.push(Limit { bucket: format!("{}:pause", limit.bucket), most: 1, window: PAUSE })
                }
                other => other?,
            }
        }
        match !pauses.is_empty() && self.is_known(tx, user_id, now)? {
            true => Ok(Pauses(Vec::new())),
            false => Ok(Pauses(pauses)),
        }
    }

    /// Counts this attempt against the pauses. Fails if the last one is too recent.
    pub(crate) async fn count_pauses(&self, auth: &Auth, pauses: &Pauses) -> Result<(), Error> {
        if pauses.0.is_empty() {
            return Ok(());
        }
        let (pauses, client, action, now) = (pauses.0.clone(), self.client.clone(), self.action, auth.now());
        auth.write(move |tx| limits::count_attempt(tx, &pauses, action, &client, now)).await?
    }

    /// Writes one log entry per full window, because requests must not flood the log.
    pub(crate) async fn note_refusal(&self, auth: &Auth) -> Result<(), Error> {
        let (this, now) = (self.clone(), auth.now());
        auth.write(move |tx| {
            if this.own.first_refusal(tx)? {
                let code = Some(ErrorCode::OverRequestRateLimit);
                log::write(tx, now, this.action, None, &this.client, code)?;
            }
            Ok(())
        })
        .await
    }

    /// Counts a failure. Returns the refusal or, if concurrent tries have filled a window, that of the limit.
    pub(crate) async fn fail(
        &self,
        auth: &Auth,
        pauses: Pauses,
        user_id: Option<String>,
        refusal: Error,
    ) -> Result<Error, Error> {
        let (this, now) = (self.clone(), auth.now());
        auth.write(move |tx| {
            let mut answer = refusal;
            let is_slow = !pauses.0.is_empty() || this.is_known(tx, user_id.as_deref(), now)?;
            for limit in &this.shared {
                match limit.count(tx, 1, now).map_err(Error::from) {
                    Err(Error::RateLimited(_)) if is_slow => {}
                    Err(Error::RateLimited(_)) => answer = Error::RateLimited(PAUSE),
                    other => other?,
                }
            }
            match this.own.count(tx, 1, now).map_err(Error::from) {
                Err(limited @ Error::RateLimited(_)) => answer = limited,
                other => other?,
            }
            log::write(tx, now, this.action, user_id.as_deref(), &this.client, Some(answer.code()))?;
            Ok(answer)
        })
        .await
    }

    /// Checks the limits again after a right password, because concurrent tries may have filled a window.
    pub(crate) fn confirm(
        &self,
        tx: &mut Tx<'_>,
        pauses: &Pauses,
        user_id: &str,
        now: Timestamp,
    ) -> Result<(), Error> {
        let present = self.pauses(tx, Some(user_id), now)?;
        match pauses.0.is_empty() && !present.0.is_empty() {
            true => Err(Error::RateLimited(PAUSE)),
            false => Ok(()),
        }
    }

    /// Returns `true` after a recent sign-in to the account from this network.
    fn is_known(&self, tx: &mut Tx<'_>, user_id: Option<&str>, now: Timestamp) -> Result<bool, Error> {
        let (Some(user_id), Some(here)) = (user_id, self.client.address().map(network)) else {
            return Ok(false);
        };
        let sql = "SELECT DISTINCT ip_address FROM auth_logs
                   WHERE user_id = $1 AND created_at > $2 AND action = $3 AND success AND ip_address IS NOT NULL";
        let values = [user_id.into(), (now - NETWORK_RETENTION).into(), Action::Login.name().into()];
        let addresses: Vec<String> = tx.query_as(sql, &values)?;
        Ok(addresses.iter().any(|address| network(address) == here))
    }
}

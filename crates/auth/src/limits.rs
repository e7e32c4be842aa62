//! How many attempts the accounts allow, and for whom they count.

use std::time::Duration;

use ateneu_base::ids;
pub(crate) use ateneu_limits::Limit;
use ateneu_limits::network;
use ateneu_settings::Values;

use crate::client::Client;

/// Accounts one address may make in an hour.
const SIGNUPS_PER_HOUR: i64 = 60;

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

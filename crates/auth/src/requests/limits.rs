//! Limits on attempts, by caller and target.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
pub(crate) use ateneu_limits::Limit;
use ateneu_limits::network;
use ateneu_settings::Values;

use crate::{
    error::Error,
    requests::{Action, Client, log},
};

/// Maximum number of accounts from an address in an hour.
const SIGNUPS_PER_HOUR: i64 = 60;

/// Maximum number of passkey challenges from an address in an hour: a page may request one when it opens.
const PASSKEY_CHALLENGES_PER_HOUR: i64 = 300;

/// Maximum number of emails requested from an address in an hour, to all recipients together.
const EMAILS_PER_HOUR: i64 = 60;

/// Maximum number of short messages requested from an address in an hour, to all numbers together: each costs, and a
/// network shares an address.
const SHORT_MESSAGES_PER_HOUR: i64 = 30;

/// Maximum number of short messages to a number in a day, against harassment.
const SHORT_MESSAGES_PER_DAY: i64 = 10;

/// Maximum number of anonymous accounts from an address in an hour.
const ANONYMOUS_PER_HOUR: i64 = 30;

/// Maximum number of provider flows from an address in an hour.
const PROVIDER_FLOWS_PER_HOUR: i64 = 120;

/// Maximum number of logged returns without a known state from an address in an hour.
const LOST_STATES_PER_HOUR: i64 = 30;

/// Minimum pause between two messages of one kind to the same address.
const EMAIL_PAUSE: Duration = Duration::from_secs(60);

/// Number of people behind one address, such as an office, who may each fail as often as an account.
const PEOPLE_PER_ADDRESS: i64 = 10;

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Returns the limit of failed passkey sign-ins from an address.
pub(crate) fn passkeys_from(settings: &Values, client: &Client) -> Option<Limit> {
    client.address().map(|address| Limit {
        bucket: format!("passkey:address:{}", network(address)),
        most: settings.rate_limit_max_attempts * PEOPLE_PER_ADDRESS,
        window: settings.rate_limit_window,
    })
}

/// Returns the limit of passkey challenges from an address.
pub(crate) fn passkey_challenges_from(client: &Client) -> Option<Limit> {
    hourly("passkey_challenges", PASSKEY_CHALLENGES_PER_HOUR, client)
}

/// Returns the limit of sign-ups from an address.
pub(crate) fn sign_up(client: &Client) -> Option<Limit> {
    hourly("sign_up", SIGNUPS_PER_HOUR, client)
}

/// Returns the limit of anonymous sign-ins from an address.
pub(crate) fn anonymous(client: &Client) -> Option<Limit> {
    hourly("anonymous", ANONYMOUS_PER_HOUR, client)
}

/// Returns the limit of provider flows from an address: each leaves a row.
pub(crate) fn provider_flows(client: &Client) -> Option<Limit> {
    hourly("provider_flows", PROVIDER_FLOWS_PER_HOUR, client)
}

/// Returns the limit of log entries for returns without a flow.
pub(crate) fn lost_states(client: &Client) -> Option<Limit> {
    hourly("lost_states", LOST_STATES_PER_HOUR, client)
}

fn hourly(what: &str, most: i64, client: &Client) -> Option<Limit> {
    client.address().map(|address| Limit {
        bucket: format!("{what}:address:{}", network(address)),
        most,
        window: HOUR,
    })
}

/// Returns the limit of emails requested from an address.
pub(crate) fn emails_from(client: &Client) -> Option<Limit> {
    hourly("emails", EMAILS_PER_HOUR, client)
}

/// Returns the limit of messages of one kind to an address or number, with or without an account.
pub(crate) fn message_to(kind: &str, to: &str) -> Limit {
    Limit { bucket: format!("message:{kind}:{}", ids::digest(to)), most: 1, window: EMAIL_PAUSE }
}

/// Returns the limit of short messages requested from an address.
pub(crate) fn short_messages_from(client: &Client) -> Option<Limit> {
    hourly("sms", SHORT_MESSAGES_PER_HOUR, client)
}

/// Returns the limits of short messages of one kind to a number, with or without an account.
pub(crate) fn short_messages_to(kind: &str, number: &str) -> Vec<Limit> {
    let pause = Limit { bucket: format!("sms:{kind}:{}", ids::digest(number)), most: 1, window: EMAIL_PAUSE };
    vec![pause, short_messages_a_day(number)]
}

/// Returns the daily limit of short messages to a number.
pub(crate) fn short_messages_a_day(number: &str) -> Limit {
    let bucket = format!("sms:day:{}", ids::digest(number));
    Limit { bucket, most: SHORT_MESSAGES_PER_DAY, window: DAY }
}

/// Returns the limits of wrong codes for an address, and of wrong codes and links from an address.
pub(crate) fn verification(settings: &Values, to: Option<&str>, client: &Client) -> Vec<Limit> {
    let limit = |bucket, people: i64| Limit {
        bucket,
        most: settings.rate_limit_max_attempts * people,
        window: settings.rate_limit_window,
    };
    let account = to.map(|to| limit(format!("verify:account:{}", ids::digest(to)), 1));
    let address = client
        .address()
        .map(|address| limit(format!("verify:address:{}", network(address)), PEOPLE_PER_ADDRESS));
    [account, address].into_iter().flatten().collect()
}

/// Counts an attempt against every limit. The inner refusal is for the caller. It is logged once per window, against
/// floods.
pub(crate) fn count_attempt(
    tx: &mut Tx<'_>,
    limits: &[Limit],
    action: Action,
    client: &Client,
    now: Timestamp,
) -> Result<Result<(), Error>, Error> {
    // Concurrent attempts wait for the count, so that exactly one is the first refused.
    limits.iter().try_for_each(|limit| tx.lock(&limit.bucket))?;
    // All limits have ended after the longest wait.
    let mut longest = None;
    for limit in limits {
        match limit.check(tx, now).map_err(Error::from) {
            Err(Error::RateLimited(wait)) => {
                if limit.first_refusal(tx)? {
                    log::write(tx, now, action, None, client, Some(Error::RateLimited(wait).code()))?;
                }
                longest = longest.max(Some(wait));
            }
            other => other?,
        }
    }
    if let Some(wait) = longest {
        return Ok(Err(Error::RateLimited(wait)));
    }
    for limit in limits {
        match limit.count(tx, 1, now).map_err(Error::from) {
            Err(refusal @ Error::RateLimited(_)) => return Ok(Err(refusal)),
            other => other?,
        }
    }
    Ok(Ok(()))
}

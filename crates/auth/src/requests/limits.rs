//! Number of attempts the accounts allow, and for whom they count.

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

/// Accounts one address may make in an hour.
const SIGNUPS_PER_HOUR: i64 = 60;

/// Challenges for a sign-in by passkey one address may ask for in an hour: a page may ask for one when it opens.
const PASSKEY_CHALLENGES_PER_HOUR: i64 = 300;

/// Emails one address may ask for in an hour, to all recipients together.
const EMAILS_PER_HOUR: i64 = 60;

/// Short messages one address may ask for in an hour, to all numbers together: each costs, and a network shares an
/// address.
const SHORT_MESSAGES_PER_HOUR: i64 = 30;

/// Short messages one number may be sent in a day: nobody's telephone is to be rung all night.
const SHORT_MESSAGES_PER_DAY: i64 = 10;

/// Anonymous accounts one address may make in an hour.
const ANONYMOUS_PER_HOUR: i64 = 30;

/// Times one address may leave for a provider in an hour.
const PROVIDER_FLOWS_PER_HOUR: i64 = 120;

/// Returns without a known state that are logged for one address in an hour.
const LOST_STATES_PER_HOUR: i64 = 30;

/// Pause between two messages of one kind to the same address.
const EMAIL_PAUSE: Duration = Duration::from_secs(60);

/// People behind one address who may each fail as often as an account may: an office, a carrier's network.
const PEOPLE_PER_ADDRESS: i64 = 10;

const HOUR: Duration = Duration::from_secs(3_600);
const DAY: Duration = Duration::from_secs(24 * 3_600);

/// Failed sign-ins by passkey from one address.
pub(crate) fn passkeys_from(settings: &Values, client: &Client) -> Option<Limit> {
    client.address().map(|address| Limit {
        bucket: format!("passkey:address:{}", network(address)),
        most: settings.rate_limit_max_attempts * PEOPLE_PER_ADDRESS,
        window: settings.rate_limit_window,
    })
}

/// Challenges for a sign-in by passkey asked for from one address.
pub(crate) fn passkey_challenges_from(client: &Client) -> Option<Limit> {
    hourly("passkey_challenges", PASSKEY_CHALLENGES_PER_HOUR, client)
}

/// Sign-ups from one address.
pub(crate) fn sign_up(client: &Client) -> Option<Limit> {
    hourly("sign_up", SIGNUPS_PER_HOUR, client)
}

/// Anonymous sign-ins from one address.
pub(crate) fn anonymous(client: &Client) -> Option<Limit> {
    hourly("anonymous", ANONYMOUS_PER_HOUR, client)
}

/// Departures to a provider from one address: each leaves a row.
pub(crate) fn provider_flows(client: &Client) -> Option<Limit> {
    hourly("provider_flows", PROVIDER_FLOWS_PER_HOUR, client)
}

/// Lines in the log for returns nobody waits for.
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

/// Emails asked for from one address.
pub(crate) fn emails_from(client: &Client) -> Option<Limit> {
    hourly("emails", EMAILS_PER_HOUR, client)
}

/// Messages of one kind to one address or number, whether it has an account or not.
pub(crate) fn message_to(kind: &str, to: &str) -> Limit {
    Limit { bucket: format!("message:{kind}:{}", ids::digest(to)), most: 1, window: EMAIL_PAUSE }
}

/// Short messages asked for from one address.
pub(crate) fn short_messages_from(client: &Client) -> Option<Limit> {
    hourly("sms", SHORT_MESSAGES_PER_HOUR, client)
}

/// Short messages of one kind to one number, whether it has an account or not.
pub(crate) fn short_messages_to(kind: &str, number: &str) -> Vec<Limit> {
    let pause = Limit { bucket: format!("sms:{kind}:{}", ids::digest(number)), most: 1, window: EMAIL_PAUSE };
    vec![pause, short_messages_a_day(number)]
}

/// Short messages of any kind to one number in a day.
pub(crate) fn short_messages_a_day(number: &str) -> Limit {
    let bucket = format!("sms:day:{}", ids::digest(number));
    Limit { bucket, most: SHORT_MESSAGES_PER_DAY, window: DAY }
}

/// Wrong codes for the address they were sent to, and wrong codes and links from one address.
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

/// Counts an attempt against every limit. The inner refusal is for the caller; it is logged once per window, for the
/// log must not be floodable.
pub(crate) fn count_attempt(
    tx: &mut Tx<'_>,
    limits: &[Limit],
    action: Action,
    client: &Client,
    now: Timestamp,
) -> Result<Result<(), Error>, Error> {
    // Who tries at the same moment waits for the count: else nobody would be the first refused.
    limits.iter().try_for_each(|limit| tx.lock(&limit.bucket))?;
    // After the longest wait every one of them is over.
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

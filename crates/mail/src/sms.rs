//! Sends short messages through Twilio's Messages API, which other services implement too
//! (`POST {url}/2010-04-01/Accounts/{account}/Messages.json`, a form; 201 with `sid` and `status`, otherwise
//! `{code, message, more_info, status}`; <https://www.twilio.com/docs/messaging/api/message-resource>).

use std::time::Duration;

use ateneu_base::{Secret, Timestamp};
use reqwest::{Client, StatusCode, redirect::Policy};
use serde::Deserialize;
use serde_json::Value as Json;
use url::Url;

use crate::{
    Error,
    outgoing::{Outcome, Outgoing},
};

/// Service for short messages.
#[derive(Clone, Debug)]
pub struct Sms {
    /// URL of the service, e.g. `https://api.twilio.com`.
    pub url: String,
    /// The account, `AC…`.
    pub account: String,
    /// The account's token.
    pub token: Secret,
    /// A number with `+` and country code, or a messaging service, `MG…`.
    pub from: String,
    /// Maximum time that the service may take for a message.
    pub timeout: Duration,
}

impl Sms {
    /// Default of [`Sms::timeout`].
    pub const TIMEOUT: Duration = Duration::from_secs(15);
}

/// Maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// Lifetimes of a message that Twilio accepts, in seconds.
const VALIDITY: std::ops::RangeInclusive<i64> = 1..=36_000;

/// Codes that refuse the number itself: it does not exist, takes no short messages, or its owner wants none.
const NUMBER_REFUSED: [i64; 4] = [21_211, 21_214, 21_610, 21_614];

/// Codes that refuse the account: credentials, sender, balance. The message is not at fault.
const ACCOUNT_ERRORS: [i64; 9] = [20_003, 20_005, 20_404, 21_212, 21_603, 21_606, 21_660, 21_703, 21_704];

/// A client of the service.
pub(crate) struct SmsClient {
    sms: Sms,
    messages: Url,
    client: Client,
}

/// Fields of a response. `status` is the message's on success and HTTP's on failure.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    status: Option<Json>,
    code: Option<i64>,
    error_code: Option<i64>,
}

impl SmsClient {
    pub(crate) fn open(sms: Sms) -> Result<Self, Error> {
        let messages = messages(&sms)?;
        // A redirect would send the message to another service.
        let client = Client::builder().timeout(sms.timeout).redirect(Policy::none());
        let client = client.build().map_err(|error| Error::Sms(error.to_string()))?;
        Ok(Self { sms, messages, client })
    }

    pub(crate) async fn send(&self, outgoing: &Outgoing, now: Timestamp) -> Outcome {
        match self.post(outgoing, now).await {
            Ok((status, answer)) => outcome_of(status, &answer),
            // The URL contains the account.
            Err(error) => Outcome::Later(error.without_url().to_string()),
        }
    }

    async fn post(&self, outgoing: &Outgoing, now: Timestamp) -> reqwest::Result<(StatusCode, Answer)> {
        let mut form = vec![("To", outgoing.recipient.clone()), ("Body", outgoing.text.clone())];
        let from = if self.sms.from.starts_with('+') { "From" } else { "MessagingServiceSid" };
        form.push((from, self.sms.from.clone()));
        if let Some(until) = outgoing.expires_at {
            let left = (until.seconds() - now.seconds()).clamp(*VALIDITY.start(), *VALIDITY.end());
            form.push(("ValidityPeriod", left.to_string()));
        }
        let request = self.client.post(self.messages.clone()).form(&form);
        let request = request.basic_auth(&self.sms.account, Some(self.sms.token.reveal()));
        let mut response = request.send().await?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend(chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                break;
            }
        }
        // A malformed body leaves only the status.
        let answer = serde_json::from_slice(&body).unwrap_or_default();
        Ok((response.status(), answer))
    }
}

/// Returns the URL for posting messages.
pub(crate) fn messages(sms: &Sms) -> Result<Url, Error> {
    let refused = |why: &str| Err(Error::Sms(why.to_owned()));
    let Ok(mut url) = Url::parse(&sms.url) else {
        return refused("sms.url is not an address");
    };
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return refused("sms.url must be http(s)://host; the account has settings of its own");
    }
    if sms.token.is_empty() {
        return refused("sms.token is not set");
    }
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = sms.from.strip_prefix('+').is_some_and(digits);
    if !is_number && !sms.from.starts_with("MG") {
        return refused("sms.from must be a number with + and country code, or a messaging service (MG…)");
    }
    match url.path_segments_mut() {
        Ok(mut path) => {
            path.pop_if_empty().extend(["2010-04-01", "Accounts", &sms.account, "Messages.json"]);
        }
        Err(()) => return refused("sms.url is not an address"),
    }
    Ok(url)
}

/// Returns the outcome of a response. The reason contains only the service's error number, because its text repeats
/// the telephone number.
fn outcome_of(status: StatusCode, answer: &Answer) -> Outcome {
    let code = answer.code.or(answer.error_code).unwrap_or_default();
    let reason = format!("the service for short messages answered {} (code {code})", status.as_u16());
    let was_dropped = matches!(answer.status.as_ref().and_then(Json::as_str), Some("failed" | "undelivered"));
    match status {
        StatusCode::OK | StatusCode::CREATED | StatusCode::ACCEPTED if !was_dropped => Outcome::Sent,
        _ if ACCOUNT_ERRORS.contains(&code) => Outcome::Later(reason),
        _ if NUMBER_REFUSED.contains(&code) => Outcome::Never { reason, suppress: true },
        _ if was_dropped => Outcome::never(reason),
        StatusCode::BAD_REQUEST | StatusCode::UNPROCESSABLE_ENTITY => Outcome::never(reason),
        _ => Outcome::Later(reason),
    }
}

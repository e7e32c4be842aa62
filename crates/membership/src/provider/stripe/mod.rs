//! Client of Stripe (<https://docs.stripe.com/api>). Every request names its version, and every POST has an idempotency
//! key, so that a retry never repeats an effect.

mod calls;

use std::time::Duration;

use ateneu_base::Secret;
use ateneu_outbound::{self as outbound, read_body};
use rand::RngExt;
use reqwest::{Client, Method, Response, StatusCode, Url, redirect::Policy};
use serde_json::Value as Json;

use crate::Error;

/// API version of the parsed responses. The webhook endpoint has the same.
const VERSION: &str = "2026-09-30.endive";

/// Maximum number of attempts of a request.
const TRIES: u32 = 3;

/// Maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 4 * 1024 * 1024;

/// Configuration of the client.
#[derive(Clone, Debug)]
pub struct StripeConfig {
    /// `https://api.stripe.com`, or a mock.
    pub api_base: String,
    /// Secret key: `sk_…` or `rk_…`.
    pub secret_key: Secret,
    /// Maximum time of a request.
    pub timeout: Duration,
    /// Pause before the second attempt. It doubles.
    pub first_pause: Duration,
}

impl StripeConfig {
    /// Default of [`StripeConfig::timeout`].
    pub const TIMEOUT: Duration = Duration::from_secs(10);
    /// Default of [`StripeConfig::first_pause`].
    pub const FIRST_PAUSE: Duration = Duration::from_millis(400);
}

#[derive(Clone)]
pub(crate) struct Stripe {
    base: Url,
    key: Secret,
    client: Client,
    first_pause: Duration,
}

struct Ask<'a> {
    method: Method,
    path: String,
    /// Query of a GET, or body of others.
    form: &'a [(&'a str, String)],
    idempotency_key: Option<&'a str>,
}

impl Stripe {
    pub(crate) fn open(config: &StripeConfig) -> Result<Self, Error> {
        let base = Url::parse(&config.api_base).map_err(|error| Error::Address(error.to_string()))?;
        if !matches!(base.scheme(), "http" | "https") || base.path() != "/" {
            return Err(Error::Address("must be http(s)://host without a path".into()));
        }
        // A redirect would send the key elsewhere.
        let client = Client::builder().timeout(config.timeout).redirect(Policy::none());
        let client = client.build().map_err(|error| Error::Address(error.to_string()))?;
        Ok(Self { base, key: config.secret_key.clone(), client, first_pause: config.first_pause })
    }

    /// True for keys of real payments.
    pub(crate) fn is_live(&self) -> bool {
        ["sk_live_", "rk_live_"].iter().any(|mark| self.key.reveal().starts_with(mark))
    }

    async fn get(&self, path: String, query: &[(&str, String)]) -> Result<Json, Error> {
        let ask = Ask { method: Method::GET, path, form: query, idempotency_key: None };
        self.ask(&ask).await
    }

    async fn post(&self, path: String, form: &[(&str, String)], key: &str) -> Result<Json, Error> {
        let ask = Ask { method: Method::POST, path, form, idempotency_key: Some(key) };
        self.ask(&ask).await
    }

    /// Sends a request. Retries if the response was lost or the provider was busy.
    async fn ask(&self, ask: &Ask<'_>) -> Result<Json, Error> {
        let mut pause = self.first_pause;
        for attempt in 1.. {
            let (error, again) = match self.once(ask).await {
                Ok(answer) => return Ok(answer),
                Err(failed) => failed,
            };
            if !again || attempt >= TRIES {
                return Err(error);
            }
            tracing::warn!(
                path = ask.path,
                attempt,
                %error,
                "retrying a request to the payment provider"
            );
            let jitter = rand::rng().random_range(0..=pause.as_millis() as u64 / 2);
            tokio::time::sleep(pause + Duration::from_millis(jitter)).await;
            pause *= 2;
        }
        Err(Error::Defect("a request was never tried"))
    }

    /// Returns the response, or the failure with `true` if a retry may help.
    async fn once(&self, ask: &Ask<'_>) -> Result<Json, (Error, bool)> {
        let lost = |error: reqwest::Error| (Error::ProviderDown(error.without_url().to_string()), true);
        let mut url = self.base.clone();
        url.set_path(&ask.path);
        let is_read = ask.method == Method::GET;
        if is_read && !ask.form.is_empty() {
            url.query_pairs_mut().extend_pairs(ask.form);
        }
        let mut request = self.client.request(ask.method.clone(), url);
        request = request.bearer_auth(self.key.reveal()).header("Stripe-Version", VERSION);
        if !is_read {
            request = request.form(ask.form);
        }
        if let Some(key) = ask.idempotency_key {
            request = request.header("Idempotency-Key", key);
        }
        let mut response = request.send().await.map_err(lost)?;
        let (status, advice) = (response.status(), advice(&response));
        let request_id = header(&response, "request-id").unwrap_or_default();
        let body = read_body(&mut response, MAX_RESPONSE_BYTES).await.map_err(|error| {
            let again = !matches!(error, outbound::Error::TooLarge);
            (Error::ProviderDown(error.to_string()), again)
        })?;
        tracing::debug!(
            path = ask.path,
            status = status.as_u16(),
            request_id,
            "the payment provider answered"
        );
        parse_response(status, advice, &body)
    }
}

fn header(response: &Response, name: &str) -> Option<String> {
    let value = response.headers().get(name)?.to_str().ok()?;
    Some(value.to_owned())
}

/// Returns `Stripe-Should-Retry`, which overrides the status.
fn advice(response: &Response) -> Option<bool> {
    header(response, "stripe-should-retry")?.parse().ok()
}

fn parse_response(status: StatusCode, advice: Option<bool>, body: &[u8]) -> Result<Json, (Error, bool)> {
    let answer: Option<Json> = serde_json::from_slice(body).ok();
    if status.is_success() {
        return answer.ok_or_else(|| (bad_response("no JSON"), false));
    }
    let is_passing = matches!(status.as_u16(), 409 | 429 | 500..);
    let word = |key: &str| {
        let found = answer.as_ref().and_then(|answer| answer.pointer(&format!("/error/{key}")));
        found.and_then(Json::as_str).unwrap_or_default().to_owned()
    };
    let (kind, code) = (word("type"), word("code"));
    let error = match status.as_u16() {
        429 | 500.. => Error::ProviderDown(format!("HTTP {}", status.as_u16())),
        status => Error::ProviderRefused {
            status,
            code: if kind == "idempotency_error" || code.is_empty() { kind } else { code },
            message: word("message"),
        },
    };
    Err((error, advice.unwrap_or(is_passing)))
}

/// Returns the error of a malformed response.
fn bad_response(what: &str) -> Error {
    Error::ProviderDown(format!("its answer cannot be read: {what}"))
}

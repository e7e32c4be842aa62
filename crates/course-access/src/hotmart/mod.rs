//! Client of Hotmart (<https://developers.hotmart.com/docs/pt-BR/>). A token is fetched with the credentials, cached
//! until shortly before its end, and fetched again if it is refused. The credentials are part of the token's URL, so no
//! URL of a request is logged, and redirects, which would send them elsewhere, are not followed.

mod calls;
mod instant;
mod meaning;

use std::time::Duration;

use ateneu_base::{Clock, Secret, Timestamp};
use ateneu_outbound::read_body;
use parking_lot::Mutex;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url, redirect::Policy};
use serde_json::Value as Json;

pub(crate) use instant::instant;
pub(crate) use meaning::PlatformAccess;

use crate::Error;

/// Time before its end at which a token is renewed.
const RENEW_BEFORE: Duration = Duration::from_secs(5 * 60);

/// Pause after a response of "too many requests" without a duration.
const REST: Duration = Duration::from_secs(60);

/// Maximum duration of a pause.
const MAX_PAUSE: Duration = Duration::from_secs(15 * 60);

/// Maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 4 * 1024 * 1024;

/// Configuration of the platform's client.
#[derive(Clone, Debug)]
pub struct HotmartConfig {
    /// URL that issues tokens: `https://api-sec-vlc.hotmart.com`, or a mock.
    pub auth_base: String,
    /// URL of the other calls: `https://developers.hotmart.com`, its sandbox, or a mock.
    pub api_base: String,
    /// Id of the credentials.
    pub client_id: Secret,
    /// Secret of the credentials.
    pub client_secret: Secret,
    /// The panel's form of both, "Basic …". If empty, it is built from the two.
    pub basic: Secret,
    /// Subdomain of the members' area (Club). If empty, the Club is not queried.
    pub subdomain: String,
    /// Product that opens the courses. If empty, any of the account's.
    pub product_id: String,
    /// Maximum time of a request.
    pub timeout: Duration,
}

impl HotmartConfig {
    /// Default of [`HotmartConfig::timeout`].
    pub const TIMEOUT: Duration = Duration::from_secs(10);
}

pub(crate) struct Hotmart {
    auth_base: Url,
    api_base: Url,
    config: HotmartConfig,
    client: Client,
    clock: Clock,
    /// The cached token. Its lock is held during a fetch, so that waiting requests share it.
    token: tokio::sync::Mutex<Option<Token>>,
    rests_until: Mutex<Option<Timestamp>>,
}

#[derive(Clone)]
struct Token {
    text: Secret,
    renewed_at: Timestamp,
}

/// Reason why a request failed.
enum Failed {
    /// The token is no longer accepted.
    Token,
    Other(Error),
}

impl Hotmart {
    pub(crate) fn open(config: HotmartConfig, clock: Clock) -> Result<Self, Error> {
        // A redirect would send the credentials elsewhere. A wrong Club subdomain responds with one.
        let client = Client::builder().timeout(config.timeout).redirect(Policy::none());
        let client = client.build().map_err(|error| Error::Address(error.to_string()))?;
        Ok(Self {
            auth_base: address("hotmart.auth_base", &config.auth_base)?,
            api_base: address("hotmart.api_base", &config.api_base)?,
            config,
            client,
            clock,
            token: tokio::sync::Mutex::default(),
            rests_until: Mutex::default(),
        })
    }

    /// Returns `true` if this product opens the courses, or none is configured.
    pub(crate) fn sells(&self, product: Option<&str>) -> bool {
        let wanted = self.config.product_id.as_str();
        wanted.is_empty() || product.is_none_or(|product| product == wanted)
    }

    /// Returns the end of a pause after "too many requests", before which no request is sent.
    pub(crate) fn rests_until(&self) -> Option<Timestamp> {
        self.rests_until.lock().filter(|until| *until > self.clock.now())
    }

    async fn get(&self, path: &str, query: &[(&str, String)]) -> Result<Json, Error> {
        let token = self.token(None).await?;
        match self.once(path, query, &token).await {
            Err(Failed::Token) => {}
            other => return other.map_err(Failed::into_error),
        }
        let token = self.token(Some(&token)).await?;
        self.once(path, query, &token).await.map_err(Failed::into_error)
    }

    /// Returns a token that is valid for some minutes, and not the refused one.
    async fn token(&self, refused: Option<&Token>) -> Result<Token, Error> {
        let mut kept = self.token.lock().await;
        let is_good = |token: &&Token| {
            self.clock.now() < token.renewed_at && refused.is_none_or(|refused| refused.text != token.text)
        };
        if let Some(token) = kept.as_ref().filter(is_good) {
            return Ok(token.clone());
        }
        let token = self.new_token().await?;
        *kept = Some(token.clone());
        Ok(token)
    }

    async fn new_token(&self) -> Result<Token, Error> {
        let (id, secret) = (&self.config.client_id, &self.config.client_secret);
        let mut url = self.auth_base.clone();
        url.set_path(&joined(&self.auth_base, "/security/oauth/token"));
        url.query_pairs_mut()
            .append_pair("grant_type", "client_credentials")
            .append_pair("client_id", id.reveal())
            .append_pair("client_secret", secret.reveal());
        let request = self.client.post(url);
        let panel = self.config.basic.reveal().trim();
        let request = match panel.strip_prefix("Basic ").unwrap_or(panel) {
            "" => request.basic_auth(id.reveal(), Some(secret.reveal())),
            panel => request.header("Authorization", format!("Basic {panel}")),
        };
        let answer = self.send(request, "token").await.map_err(Failed::into_error)?;
        let text = answer.get("access_token").and_then(Json::as_str);
        let text = text.ok_or_else(|| bad_response("a token"))?;
        let seconds = answer.get("expires_in").and_then(Json::as_u64).unwrap_or(0);
        Ok(Token {
            text: text.into(),
            renewed_at: self.clock.now() + Duration::from_secs(seconds) - RENEW_BEFORE,
        })
    }

    async fn once(&self, path: &str, query: &[(&str, String)], token: &Token) -> Result<Json, Failed> {
        let mut url = self.api_base.clone();
        url.set_path(&joined(&self.api_base, path));
        url.query_pairs_mut().extend_pairs(query);
        self.send(self.client.get(url).bearer_auth(token.text.reveal()), path).await
    }

    /// Sends a request and returns the response. `what` replaces its URL in the log.
    async fn send(&self, request: RequestBuilder, what: &str) -> Result<Json, Failed> {
        if self.rests_until().is_some() {
            return Err(Failed::Other(Error::PlatformDown("it asked for a rest".into())));
        }
        let lost = |why: String| Failed::Other(Error::PlatformDown(why));
        let mut response = request.send().await.map_err(|error| lost(cause(&error.without_url())))?;
        let status = response.status();
        self.heed(&response);
        let body =
            read_body(&mut response, MAX_RESPONSE_BYTES).await.map_err(|error| lost(error.to_string()))?;
        tracing::debug!(what, status = status.as_u16(), "the course platform answered");
        parse_response(status, &body)
    }

    /// Starts a pause if the platform limits the rate.
    fn heed(&self, response: &Response) {
        let number = |name: &str| response.headers().get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
        let is_enough =
            response.status() == StatusCode::TOO_MANY_REQUESTS || number("ratelimit-remaining") == Some(0);
        if is_enough {
            let rest = number("ratelimit-reset").map_or(REST, Duration::from_secs);
            let until = self.clock.now() + rest.min(MAX_PAUSE);
            *self.rests_until.lock() = Some(until);
            tracing::warn!(%until, "rate limited by the course platform");
        }
    }
}

impl Failed {
    fn into_error(self) -> Error {
        match self {
            Self::Token => Error::PlatformRefused {
                status: StatusCode::UNAUTHORIZED.as_u16(),
                message: "the credentials are not accepted".into(),
            },
            Self::Other(error) => error,
        }
    }
}

fn address(setting: &str, text: &str) -> Result<Url, Error> {
    let wrong = || Error::Address(format!("{setting}: must be http(s)://host"));
    let url = Url::parse(text).map_err(|_| wrong())?;
    let is_plain = url.query().is_none() && url.username().is_empty();
    match url.scheme() {
        "http" | "https" if is_plain => Ok(url),
        _ => Err(wrong()),
    }
}

/// Returns the URL of a path below the base's own.
fn joined(base: &Url, path: &str) -> String {
    format!("{}{path}", base.path().trim_end_matches('/'))
}

/// Formats an error with its sources, because the outermost alone says little.
fn cause(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), |source| format!("{error}: {}", cause(source)))
}

fn parse_response(status: StatusCode, body: &[u8]) -> Result<Json, Failed> {
    let answer = serde_json::from_slice::<Json>(body).ok().filter(Json::is_object);
    let refused = || {
        let word = |key: &str| {
            let found = answer.as_ref().and_then(|answer| answer.get(key)?.as_str());
            found.map(|text| text.chars().take(200).collect::<String>())
        };
        word("error_description").or_else(|| word("error")).unwrap_or_default()
    };
    match status {
        StatusCode::UNAUTHORIZED => Err(Failed::Token),
        status if status.is_success() => answer.ok_or_else(|| Failed::Other(bad_response("no JSON"))),
        status if status.is_client_error() && status != StatusCode::TOO_MANY_REQUESTS => {
            Err(Failed::Other(Error::PlatformRefused { status: status.as_u16(), message: refused() }))
        }
        // Includes redirects.
        status => Err(Failed::Other(Error::PlatformDown(format!("HTTP {}", status.as_u16())))),
    }
}

/// Returns the error of a malformed response.
fn bad_response(what: &str) -> Error {
    Error::PlatformDown(format!("its answer cannot be read: {what}"))
}

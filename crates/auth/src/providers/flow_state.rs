//! A sign-in that is at a provider: begun here, found again by the state the browser brings back. The state is used
//! once, within ten minutes, by the browser that began: it holds a cookie whose digest lies beside the state's.

use std::time::Duration;

use ateneu_base::{Timestamp, ids};
use ateneu_db::Tx;
use aws_lc_rs::hmac;
use axum::http::{HeaderMap, HeaderValue, header};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde::Deserialize;
use url::Url;

use crate::{error::Error, sessions::pkce::Challenge, words::ChallengeMethod};

/// Time that a person may take at the provider.
const LIFETIME: Duration = Duration::from_secs(600);

/// Sign-in or link that is under way at a provider.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Flow {
    pub(crate) provider: String,
    pub(crate) redirect_to: Url,
    #[serde(skip)]
    pub(crate) challenge: Option<Challenge>,
    /// The account to be linked. `None` if somebody signs in.
    pub(crate) user_id: Option<String>,
    /// The session that asked for the link and goes on afterwards. Its end ends the flow.
    pub(crate) session_id: Option<String>,
    /// The request a company answers.
    pub(crate) request_id: Option<String>,
}

/// Columns that bind a flow to its browser and its client.
#[derive(Deserialize)]
struct Binding {
    browser_digest: String,
    code_challenge: Option<String>,
    code_challenge_method: Option<ChallengeMethod>,
    expires_at: Timestamp,
}

/// Way in which the browser comes back.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Back {
    /// A link, which carries the cookies of this site.
    Link,
    /// A form of the company's site, which carries only cookies that are meant for it.
    Form,
}

impl Back {
    /// The attributes of the cookie: where it goes, and with what. On plain HTTP, which is for development, a browser
    /// keeps no cookie for other sites; there the company is on the same machine.
    fn attributes(self, is_https: bool) -> &'static str {
        match (self, is_https) {
            (Back::Link, true) => "Path=/auth/v1/callback; SameSite=Lax; Secure",
            (Back::Link, false) => "Path=/auth/v1/callback; SameSite=Lax",
            (Back::Form, true) => "Path=/auth/v1/sso/saml/acs; SameSite=None; Secure",
            (Back::Form, false) => "Path=/auth/v1/sso/saml/acs; SameSite=Lax",
        }
    }
}

/// The secrets of a flow on its way.
#[derive(Clone, Debug)]
pub(crate) struct Secrets {
    /// Secret that the provider hands back.
    pub(crate) state: String,
    /// Secret that the browser keeps.
    browser: String,
}

impl Secrets {
    pub(crate) fn new() -> Self {
        Self { state: ids::secret(32), browser: ids::secret(32) }
    }

    /// The `Set-Cookie` that binds the flow to its browser. It comes back with the navigation from the provider, and
    /// with nothing else.
    pub(crate) fn cookie(&self, back: Back, is_https: bool) -> Result<HeaderValue, Error> {
        cookie((&self.state, &self.browser), LIFETIME, back, is_https)
    }
}

/// The `Set-Cookie` that makes the browser forget a flow.
pub(crate) fn forgotten(state: &str, back: Back, is_https: bool) -> Result<HeaderValue, Error> {
    cookie((state, ""), Duration::ZERO, back, is_https)
}

fn cookie(
    (state, value): (&str, &str),
    lifetime: Duration,
    back: Back,
    is_https: bool,
) -> Result<HeaderValue, Error> {
    let text = format!(
        "{}={value}; Max-Age={}; HttpOnly; {}",
        cookie_name(state),
        lifetime.as_secs(),
        back.attributes(is_https)
    );
    HeaderValue::from_str(&text).map_err(|_| Error::Defect("a cookie is not a header"))
}

/// One cookie for each flow: two tabs do not disturb each other.
fn cookie_name(state: &str) -> String {
    let digest = ids::digest(state);
    format!("ateneu-flow-{}", digest.get(..12).unwrap_or_default())
}

/// The secret the browser kept for a state.
pub(crate) fn kept(headers: &HeaderMap, state: &str) -> Option<String> {
    let name = cookie_name(state);
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut named = pairs.filter(|(key, _)| *key == name);
    named.next().map(|(_, value)| value.to_owned())
}

/// The nonce the provider's token must carry. Only who holds the key and the state can tell it.
pub(crate) fn nonce(key: &hmac::Key, state: &str) -> String {
    derived(key, "nonce", state)
}

/// Our own code verifier towards the provider (RFC 7636: 43 unreserved characters).
pub(crate) fn verifier(key: &hmac::Key, state: &str) -> String {
    derived(key, "verifier", state)
}

fn derived(key: &hmac::Key, purpose: &str, state: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(hmac::sign(key, format!("{purpose}:{state}").as_bytes()))
}

/// Remembers a flow; those nobody came back from in time are forgotten.
pub(crate) fn store(tx: &mut Tx<'_>, flow: &Flow, secrets: &Secrets, now: Timestamp) -> Result<(), Error> {
    tx.execute("DELETE FROM provider_flows WHERE expires_at <= $1", &[now.into()])?;
    let challenge = flow.challenge.as_ref();
    tx.execute(
        "INSERT INTO provider_flows (id, digest, browser_digest, provider, redirect_to, code_challenge,
                                     code_challenge_method, user_id, session_id, request_id, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        &[
            ids::row_id(now).into(),
            ids::digest(&secrets.state).into(),
            ids::digest(&secrets.browser).into(),
            (&flow.provider).into(),
            flow.redirect_to.as_str().into(),
            challenge.map(Challenge::text).into(),
            challenge.map(Challenge::method).into(),
            flow.user_id.as_deref().into(),
            flow.session_id.as_deref().into(),
            flow.request_id.as_deref().into(),
            now.into(),
            (now + LIFETIME).into(),
        ],
    )?;
    Ok(())
}

/// Takes the flow of a state, once. Anyone who comes with the state but not with its browser's secret ends it. A flow
/// towards a company may be begun by a program of another site, whose requests leave no cookie: where it keeps a
/// verifier, that binds the flow instead.
pub(crate) fn take(
    tx: &mut Tx<'_>,
    state: &str,
    browser: Option<&str>,
    now: Timestamp,
) -> Result<Option<Flow>, Error> {
    let sql = "DELETE FROM provider_flows WHERE digest = $1
               RETURNING browser_digest, provider, redirect_to, code_challenge, code_challenge_method, user_id,
                         session_id, request_id, expires_at";
    let Some(row) = tx.query_optional(sql, &[ids::digest(state).into()])? else {
        return Ok(None);
    };
    let Binding { browser_digest, code_challenge, code_challenge_method, expires_at } = row.read()?;
    let flow = Flow { challenge: Challenge::stored(code_challenge, code_challenge_method), ..row.read()? };
    let is_in_time = expires_at > now;
    let is_same_browser = browser.map(ids::digest) == Some(browser_digest);
    let is_bound = is_same_browser || (flow.request_id.is_some() && flow.challenge.is_some());
    Ok(Some(flow).filter(|_| is_in_time && is_bound))
}

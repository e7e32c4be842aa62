//! Client of sign-in providers with OpenID Connect (Core 1.0, Discovery 1.0). Their metadata and keys are cached for a
//! while.
//!
//! Tokens are read as plain claims, not as a client library's types: LinkedIn sends an object where the standard has a
//! language tag, and texts where it has booleans (decision 0025).

use std::{sync::Arc, time::Duration};

use ateneu_base::{Secret, Timestamp};
use parking_lot::Mutex;
use reqwest::{Response, redirect::Policy};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value as Json;
use url::Url;

use super::id_token::{self, NonceRule};
use crate::{
    error::Error,
    requests::{Object, redirect::is_loopback},
};

/// Lifetime of cached metadata.
const METADATA_RETENTION: Duration = Duration::from_secs(3_600);

/// Minimum time between two reads for an unknown key.
const KEY_PAUSE: Duration = Duration::from_secs(60);

/// Maximum time of a request to a provider.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// A provider in the owner's configuration.
#[derive(Clone, Debug, Default)]
pub struct ProviderConfig {
    /// Name in the protocol, e.g. `google` or `linkedin_oidc`: lower case letters, digits and `_`.
    pub name: String,
    /// Name for people, on buttons and in emails.
    pub label: String,
    /// Issuer of the tokens. The discovery document lies below it.
    pub issuer: String,
    /// Another issuer that its tokens may have.
    pub issuer_alias: Option<String>,
    /// Client ids. The first is for sign-ins here. Tokens for the others (an app's) are accepted as id tokens.
    pub client_ids: Vec<String>,
    /// Secret of the first id.
    pub client_secret: Secret,
    /// True if the secret is sent in the form instead of the header.
    pub secret_in_form: bool,
    /// Requested scopes, separated by spaces.
    pub scopes: String,
    /// True if codes are bound to a verifier (PKCE).
    pub pkce: bool,
    /// True if tokens are bound to a nonce.
    pub nonce: bool,
}

/// Required parts of the provider's metadata.
#[derive(Debug, Deserialize)]
struct Metadata {
    issuer: String,
    authorization_endpoint: Url,
    token_endpoint: Url,
    jwks_uri: Url,
    userinfo_endpoint: Option<Url>,
}

#[derive(Debug, Deserialize)]
struct KeySet {
    keys: Vec<Json>,
}

/// Tokens from the exchange of a code.
#[derive(Debug, Deserialize)]
pub(crate) struct Tokens {
    pub(crate) access_token: String,
    pub(crate) refresh_token: Option<String>,
    id_token: Option<String>,
}

#[derive(Deserialize)]
struct TokenRefusal {
    error: Option<String>,
}

pub(crate) struct Providers(Vec<Provider>);

impl Providers {
    /// Checks the configuration, without requests.
    pub(crate) fn open(configs: Vec<ProviderConfig>) -> Result<Self, Error> {
        let http = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .redirect(Policy::none())
            .build()
            .map_err(|_| Error::Defect("the client for sign-in providers cannot be made"))?;
        let open = |config| Provider::open(config, http.clone());
        configs.into_iter().map(open).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the provider of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Provider> {
        self.0.iter().find(|provider| provider.config.name == name)
    }

    /// Returns the name of each in the protocol, and its label.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        let configs = self.0.iter().map(|provider| &provider.config);
        configs.map(|config| (config.name.as_str(), config.label.as_str()))
    }
}

pub(crate) struct Provider {
    config: ProviderConfig,
    http: reqwest::Client,
    metadata: Mutex<Option<(Timestamp, Arc<Metadata>)>>,
    keys: Mutex<Option<(Timestamp, Arc<KeySet>)>>,
}

impl Provider {
    fn open(mut config: ProviderConfig, http: reqwest::Client) -> Result<Self, Error> {
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let reserved = ["email", "phone", "anonymous_users", "sms", "saml"];
        if config.name.is_empty() || !config.name.chars().all(is_name) || reserved.contains(&&*config.name) {
            return Err(Error::Defect("a sign-in provider has no usable name"));
        }
        let issuer = Url::parse(&config.issuer).ok().filter(is_trustworthy);
        if issuer.is_none() {
            return Err(Error::Defect("the issuer of a sign-in provider must begin with https://"));
        }
        if config.client_ids.is_empty() {
            return Err(Error::Defect("a sign-in provider has no client id"));
        }
        config.issuer = config.issuer.trim_end_matches('/').to_owned();
        Ok(Self { config, http, metadata: Mutex::default(), keys: Mutex::default() })
    }

    /// Configuration of the provider.
    pub(crate) fn config(&self) -> &ProviderConfig {
        &self.config
    }

    /// Returns `true` for an issuer of its tokens and answers.
    pub(crate) fn is_issuer(&self, issuer: &str) -> bool {
        let same = |own: &str| own.trim_end_matches('/') == issuer.trim_end_matches('/');
        same(&self.config.issuer) || self.config.issuer_alias.as_deref().is_some_and(same)
    }

    fn client_id(&self) -> &str {
        self.config.client_ids.first().map_or("", String::as_str)
    }

    /// Returns the URL for the browser, without the parameters of the flow.
    pub(crate) async fn authorization(&self, now: Timestamp) -> Result<Url, Error> {
        let mut url = self.metadata(now).await?.authorization_endpoint.clone();
        url.query_pairs_mut().append_pair("client_id", self.client_id()).append_pair("response_type", "code");
        Ok(url)
    }

    /// Exchanges a code (RFC 6749, section 4.1.3).
    pub(crate) async fn exchange(
        &self,
        code: &str,
        verifier: Option<&str>,
        redirect_uri: &str,
        now: Timestamp,
    ) -> Result<Tokens, Error> {
        let metadata = self.metadata(now).await?;
        let mut form =
            vec![("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect_uri)];
        form.extend(verifier.map(|verifier| ("code_verifier", verifier)));
        let request = self.http.post(metadata.token_endpoint.clone());
        let request = if self.config.secret_in_form {
            form.push(("client_id", self.client_id()));
            form.push(("client_secret", self.config.client_secret.reveal()));
            request
        } else {
            // Both are form-encoded before they become a header (section 2.3.1).
            let encoded =
                |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
            let secret = encoded(self.config.client_secret.reveal());
            request.basic_auth(encoded(self.client_id()), Some(secret))
        };
        let answer = request.form(&form).header("accept", "application/json");
        let answer = answer.send().await.map_err(|error| self.silent(&error))?;
        if answer.status().is_client_error() {
            let refusal = answer.json::<TokenRefusal>().await.ok();
            let word = refusal.and_then(|refusal| refusal.error);
            tracing::warn!(provider = self.config.name, ?word, "a provider refused a code");
            return Err(Error::ProviderAnswer("the code was refused"));
        }
        self.read(answer).await
    }

    /// Returns the claims of the person by a code's tokens. If the id token lacks the address, the userinfo endpoint
    /// adds its claims (Core 1.0, section 5.3).
    pub(crate) async fn person(
        &self,
        tokens: &Tokens,
        nonce: &NonceRule<'_>,
        now: Timestamp,
    ) -> Result<Object, Error> {
        let token = tokens.id_token.as_deref();
        let token = token.ok_or(Error::ProviderAnswer("there is no id token"))?;
        let own = std::slice::from_ref(&self.config.client_ids[0]);
        let mut claims = self.claims(token, own, nonce, now).await?;
        let metadata = self.metadata(now).await?;
        if let (None, Some(endpoint)) = (claims.get("email"), &metadata.userinfo_endpoint) {
            let request = self.http.get(endpoint.clone()).bearer_auth(&tokens.access_token);
            let answer = request.send().await.map_err(|error| self.silent(&error))?;
            let userinfo: Object = self.read(answer).await?;
            if userinfo.get("sub") != claims.get("sub") {
                return Err(Error::ProviderAnswer("it speaks of two people"));
            }
            for (key, value) in userinfo {
                claims.entry(key).or_insert(value);
            }
        }
        Ok(claims)
    }

    /// Verifies an id token for one of the client ids. Returns its claims.
    pub(crate) async fn claims(
        &self,
        token: &str,
        audiences: &[String],
        nonce: &NonceRule<'_>,
        now: Timestamp,
    ) -> Result<Object, Error> {
        let is_issuer = |issuer: &str| self.is_issuer(issuer);
        let expected = id_token::Expected { is_issuer: &is_issuer, audiences, nonce, now };
        let key = id_token::KeyName::of(token)?;
        let (read_at, keys) = self.keys(now, None).await?;
        let found = match key.find(&keys.keys) {
            Some(found) => found,
            // A provider rotates its keys, but made-up key ids must not cause many requests.
            None if read_at + KEY_PAUSE <= now => {
                let (_, keys) = self.keys(now, Some(read_at)).await?;
                let found = key.find(&keys.keys);
                found.ok_or(Error::IdToken("it is signed with an unknown key"))?
            }
            None => return Err(Error::IdToken("it is signed with an unknown key")),
        };
        id_token::verify(token, &found, &expected)
    }

    async fn metadata(&self, now: Timestamp) -> Result<Arc<Metadata>, Error> {
        let known = self.metadata.lock().clone();
        if let Some((_, metadata)) = known.filter(|(read_at, _)| *read_at + METADATA_RETENTION > now) {
            return Ok(metadata);
        }
        let address = format!("{}/.well-known/openid-configuration", self.config.issuer);
        let address = Url::parse(&address).map_err(|_| Error::Defect("an issuer is no address"))?;
        let metadata: Metadata = self.get(address).await?;
        if !self.is_issuer(&metadata.issuer) {
            return Err(Error::ProviderAnswer("its own description names another issuer"));
        }
        let endpoints = [
            Some(&metadata.authorization_endpoint),
            Some(&metadata.token_endpoint),
            Some(&metadata.jwks_uri),
            metadata.userinfo_endpoint.as_ref(),
        ];
        if !endpoints.into_iter().flatten().all(is_trustworthy) {
            return Err(Error::ProviderAnswer("one of its addresses is not safe"));
        }
        let metadata = Arc::new(metadata);
        *self.metadata.lock() = Some((now, metadata.clone()));
        Ok(metadata)
    }

    /// Returns the provider's keys and the time at which they were read. Old keys, and those of `outdated`, are read
    /// again.
    async fn keys(
        &self,
        now: Timestamp,
        outdated: Option<Timestamp>,
    ) -> Result<(Timestamp, Arc<KeySet>), Error> {
        let known = self.keys.lock().clone();
        let is_good = |read_at: &Timestamp| {
            *read_at + METADATA_RETENTION > now && outdated.is_none_or(|old| *read_at > old)
        };
        if let Some(known) = known.filter(|(read_at, _)| is_good(read_at)) {
            return Ok(known);
        }
        let keys = self.get(self.metadata(now).await?.jwks_uri.clone()).await?;
        let known = (now, Arc::new(keys));
        *self.keys.lock() = Some(known.clone());
        Ok(known)
    }

    async fn get<T: DeserializeOwned>(&self, address: Url) -> Result<T, Error> {
        let answer = self.http.get(address).send().await;
        self.read(answer.map_err(|error| self.silent(&error))?).await
    }

    async fn read<T: DeserializeOwned>(&self, answer: Response) -> Result<T, Error> {
        let answer = answer.error_for_status().map_err(|error| self.silent(&error))?;
        answer.json().await.map_err(|error| match error.is_decode() {
            true => Error::ProviderAnswer("it is not the JSON of the protocol"),
            false => self.silent(&error),
        })
    }

    fn silent(&self, error: &reqwest::Error) -> Error {
        tracing::warn!(provider = self.config.name, %error, "a sign-in provider does not answer");
        Error::ProviderSilent
    }
}

/// Returns `true` if the connection is encrypted, as secrets require.
pub(crate) fn is_trustworthy(url: &Url) -> bool {
    let is_here = is_loopback(url) || url.host_str() == Some("localhost");
    url.scheme() == "https" || (url.scheme() == "http" && is_here)
}

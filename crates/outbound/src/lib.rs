//! Requests to URLs that members or pages supply: only to machines of the public internet, within limits of time and
//! bytes. Each name is resolved once, and the connection goes to the checked addresses.

mod address;

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use reqwest::{
    Client, Method, Response, StatusCode,
    dns::{Addrs, Name, Resolve, Resolving},
    header::{HeaderMap, HeaderValue, LOCATION, USER_AGENT},
    redirect::Policy,
};
use tokio::time::timeout;
use url::{Host, Url};

pub use address::is_public;

/// Rules for the allowed addresses.
#[derive(Clone)]
pub struct Rules {
    /// Returns `true` if a machine may be reached.
    pub admits: fn(std::net::IpAddr) -> bool,
    /// Allowed ports.
    pub ports: Vec<u16>,
    /// True if a request may be unencrypted.
    pub plain: bool,
    /// Resolves a name.
    pub lookup: Lookup,
}

/// Resolves a name to addresses.
pub type Lookup = Arc<dyn Fn(String) -> Looking + Send + Sync>;
/// Future of a [`Lookup`].
pub type Looking = std::pin::Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>>;

impl Rules {
    /// Allows the public internet, on the ports of HTTP and HTTPS.
    pub fn public() -> Self {
        Self {
            admits: is_public,
            ports: vec![80, 443],
            plain: true,
            lookup: Arc::new(|name| {
                Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.collect()) })
            }),
        }
    }

    /// Requires encryption.
    #[must_use]
    pub fn encrypted(self) -> Self {
        Self { plain: false, ..self }
    }
}

/// Limits of one request.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum time in total, redirects and body included.
    pub time: Duration,
    /// Maximum number of bytes of the body.
    pub bytes: usize,
    /// True to cut a longer body. False to fail.
    pub beginning: bool,
    /// Maximum number of redirects.
    pub redirects: usize,
}

/// Reason why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The URL is invalid, or not allowed.
    #[error("this address may not be requested")]
    Refused,
    /// More redirects than allowed.
    #[error("too many redirects")]
    Redirects,
    /// More bytes than allowed.
    #[error("the answer is too large")]
    TooLarge,
    /// The response took too long.
    #[error("the answer took too long")]
    TooSlow,
    /// The name was not found, the connection failed, or the response is malformed.
    #[error("there is no answer: {0}")]
    Failed(String),
}

/// A response, read completely.
#[derive(Clone, Debug)]
pub struct Answer {
    /// URL of the response, after redirects.
    pub url: Url,
    /// Status of the answer.
    pub status: StatusCode,
    /// Headers of the answer.
    pub headers: HeaderMap,
    /// Body of the answer.
    pub body: Bytes,
}

impl Answer {
    /// Returns the content type in lower case, without its parameters.
    pub fn content_type(&self) -> String {
        let value = self.headers.get(reqwest::header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
    }
}

/// A client for such URLs. Clones share it.
#[derive(Clone)]
pub struct Outbound {
    client: Client,
    rules: Rules,
}

impl Outbound {
    /// Creates a client with this user agent. It keeps no cookies and uses no proxy.
    ///
    /// # Errors
    /// Fails if the machine has no certificates.
    pub fn new(agent: &str, rules: Rules) -> Result<Self, Error> {
        let agent = HeaderValue::from_str(agent).map_err(|error| Error::Failed(error.to_string()))?;
        let client = Client::builder()
            .default_headers(HeaderMap::from_iter([(USER_AGENT, agent)]))
            .redirect(Policy::none())
            .no_proxy()
            .referer(false)
            // A reused connection would not be checked again.
            .pool_max_idle_per_host(0)
            .dns_resolver(Arc::new(Checked(rules.clone())))
            .build()
            .map_err(failed)?;
        Ok(Self { client, rules })
    }

    /// Sends a GET with this `Accept` header.
    ///
    /// # Errors
    /// Returns an [`Error`]. A response with an error status is not one.
    pub async fn get(&self, url: &Url, accept: &'static str, limits: Limits) -> Result<Answer, Error> {
        let headers = HeaderMap::from_iter([(reqwest::header::ACCEPT, HeaderValue::from_static(accept))]);
        timeout(limits.time, self.follow(url.clone(), headers, limits)).await.unwrap_or(Err(Error::TooSlow))
    }

    /// Posts a body. Redirects are not followed.
    ///
    /// # Errors
    /// Returns an [`Error`]. A response with an error status is not one.
    pub async fn post(
        &self,
        url: &Url,
        headers: HeaderMap,
        body: Vec<u8>,
        limits: Limits,
    ) -> Result<Answer, Error> {
        self.check(url)?;
        let request = self.client.request(Method::POST, url.clone()).headers(headers).body(body);
        let sent = async { read(request.send().await.map_err(failed)?, limits).await };
        timeout(limits.time, sent).await.unwrap_or(Err(Error::TooSlow))
    }

    async fn follow(&self, mut url: Url, headers: HeaderMap, limits: Limits) -> Result<Answer, Error> {
        for _ in 0..=limits.redirects {
            self.check(&url)?;
            let response =
                self.client.get(url.clone()).headers(headers.clone()).send().await.map_err(failed)?;
            let location = response.headers().get(LOCATION).filter(|_| response.status().is_redirection());
            let Some(location) = location else { return read(response, limits).await };
            url = url.join(location.to_str().map_err(|_| Error::Refused)?).map_err(|_| Error::Refused)?;
        }
        Err(Error::Redirects)
    }

    /// Checks a URL before its name is resolved.
    fn check(&self, url: &Url) -> Result<(), Error> {
        let scheme = url.scheme() == "https" || (url.scheme() == "http" && self.rules.plain);
        let port = url.port_or_known_default().is_some_and(|port| self.rules.ports.contains(&port));
        let host = match url.host() {
            Some(Host::Ipv4(address)) => (self.rules.admits)(address.into()),
            Some(Host::Ipv6(address)) => (self.rules.admits)(address.into()),
            // A name without a dot belongs to the local network.
            Some(Host::Domain(name)) => name.trim_end_matches('.').contains('.'),
            None => false,
        };
        let named = url.username().is_empty() && url.password().is_none();
        if scheme && port && host && named { Ok(()) } else { Err(Error::Refused) }
    }
}

async fn read(mut response: Response, limits: Limits) -> Result<Answer, Error> {
    let (url, status) = (response.url().clone(), response.status());
    let headers = std::mem::take(response.headers_mut());
    let body = capped(&mut response, limits.bytes, limits.beginning).await?;
    Ok(Answer { url, status, headers, body })
}

/// Reads the body of any client's response, up to `most` bytes.
///
/// # Errors
/// Returns [`Error::TooLarge`] for a longer one, [`Error::Failed`] if the connection ends before the body.
pub async fn read_body(response: &mut Response, most: usize) -> Result<Bytes, Error> {
    capped(response, most, false).await
}

/// Reads a body. A longer one is cut if `beginning` is true, and fails otherwise.
async fn capped(response: &mut Response, most: usize, beginning: bool) -> Result<Bytes, Error> {
    if !beginning && response.content_length().is_some_and(|length| length > most as u64) {
        return Err(Error::TooLarge);
    }
    let mut body = BytesMut::new();
    while let Some(part) = response.chunk().await.map_err(failed)? {
        if body.len() + part.len() > most {
            if !beginning {
                return Err(Error::TooLarge);
            }
            body.extend_from_slice(&part[..most - body.len()]);
            break;
        }
        body.extend_from_slice(&part);
    }
    Ok(body.freeze())
}

/// Returns the reason without the URL, which may hold secrets.
fn failed(error: reqwest::Error) -> Error {
    let mut cause: &dyn std::error::Error = &error;
    while let Some(next) = cause.source() {
        if next.is::<NotAdmitted>() {
            return Error::Refused;
        }
        cause = next;
    }
    Error::Failed(error.without_url().to_string())
}

#[derive(Debug, thiserror::Error)]
#[error("no address of this name may be requested")]
struct NotAdmitted;

/// Resolver that returns only allowed addresses.
struct Checked(Rules);

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let Rules { admits, lookup, .. } = self.0.clone();
        let looking = lookup(name.as_str().to_owned());
        Box::pin(async move {
            let found = looking.await?;
            // One internal address refuses the whole name, because it is meant to lead inside.
            if found.is_empty() || !found.iter().all(|address| admits(address.ip())) {
                return Err(NotAdmitted.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

//! Security headers on every response of the pages. The policies forbid what they do not name.

use axum::http::{HeaderMap, HeaderValue, header};
use url::Url;

use crate::Config;

/// Content security policy of pages. Scripts, styles and connections are limited to this server. Pictures may come from
/// elsewhere over TLS. Stored texts name the public address (`{site}`, with that of files), also for visitors who open
/// the site by another name of the machine. The three framed hosts play external recordings on a visitor's request
/// (`web/src/features/publishing/external-source.ts`).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' {site} data: blob: https:; \
    font-src 'self'; connect-src 'self'; media-src 'self' {site} blob:; manifest-src 'self'; \
    frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://open.spotify.com; frame-ancestors 'none'; \
    form-action 'self'; base-uri 'none'";

/// Content security policy of files that are never a document: they may do nothing. Visits fetch many of them, so
/// headers without effect on them are left out.
const FILE_POLICY: &str = "default-src 'none'";

/// The headers of one installation.
#[derive(Clone)]
pub struct Headers {
    page: HeaderMap,
    file: HeaderMap,
}

impl Headers {
    /// Creates the headers of an installation at these addresses.
    pub fn new(Config { public_url, files_url, .. }: &Config) -> Self {
        Self {
            page: for_pages(common(public_url, page_policy([public_url, files_url]))),
            file: common(public_url, HeaderValue::from_static(FILE_POLICY)),
        }
    }

    /// Adds the headers to a response. Scripts, styles and fonts get only those with an effect on them.
    pub fn add_to(&self, answer: &mut HeaderMap) {
        let kind = answer.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_file = kind.is_some_and(|kind| {
            ["text/javascript", "text/css", "font/"].iter().any(|start| kind.starts_with(start))
        });
        answer.extend(if is_file { self.file.clone() } else { self.page.clone() });
    }
}

fn page_policy(addresses: [&str; 2]) -> HeaderValue {
    let origin = |address: &str| Url::parse(address).ok().map(|url| url.origin().ascii_serialization());
    // An invalid address adds nothing.
    let site: Vec<String> = addresses.into_iter().filter_map(origin).collect();
    let policy = POLICY.replace("{site}", &site.join(" "));
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(FILE_POLICY))
}

fn common(public_url: &str, policy: HeaderValue) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    if public_url.starts_with("https://") {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers
}

fn for_pages(mut headers: HeaderMap) -> HeaderMap {
    for (name, value) in [
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        (
            "permissions-policy",
            "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
}

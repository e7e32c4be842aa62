//! Targets of mailed links: the site itself, this machine, or URLs of the owner's list. Any other becomes the site,
//! never an error.

use axum::{
    extract::FromRequestParts,
    http::{header, request::Parts},
};
use regex::Regex;
use url::{Host, Url, form_urlencoded};

use crate::{Auth, error::Error};

/// Allowed targets of a sign-in.
#[derive(Debug)]
pub(crate) struct Redirects {
    site: Url,
    admitted: Vec<Regex>,
}

impl Redirects {
    /// Parses `patterns`: URLs in which `*` matches anything but `.` and `/`, and `**` anything.
    pub(crate) fn open(site: &str, patterns: &[String]) -> Result<Self, Error> {
        let site = Url::parse(site).map_err(|_| Error::Defect("the public address is not one"))?;
        let admitted = patterns.iter().map(|pattern| expression(pattern)).collect::<Result<_, _>>()?;
        Ok(Self { site, admitted })
    }

    /// Returns the first allowed URL of `wanted` and `referer`, else the site.
    pub(crate) fn resolve(&self, wanted: Option<&str>, referer: Option<&str>) -> Url {
        [wanted, referer]
            .into_iter()
            .flatten()
            .filter_map(|text| Url::parse(text).ok())
            .find(|url| self.admits(url))
            .unwrap_or_else(|| self.site.clone())
    }

    /// Returns a page of the site.
    pub(crate) fn page(&self, path: &str) -> Url {
        let mut url = self.site.clone();
        url.set_path(path);
        url
    }

    fn admits(&self, url: &Url) -> bool {
        // A user name before the host makes one site look like another.
        if !url.username().is_empty() || url.password().is_some() {
            return false;
        }
        let mut plain = url.clone();
        plain.set_fragment(None);
        self.is_here(url)
            || (matches!(url.scheme(), "http" | "https") && is_loopback(url))
            || self.admitted.iter().any(|each| each.is_match(plain.as_str()))
    }

    /// Returns `true` for the site's own pages.
    pub(crate) fn is_here(&self, url: &Url) -> bool {
        let is_port = self.site.host_str() == Some("localhost")
            || self.site.port_or_known_default() == url.port_or_known_default();
        self.site.scheme() == url.scheme() && self.site.host() == url.host() && is_port
    }
}

/// Target of a request's link: `redirect_to` in the query, if it is allowed.
pub(crate) struct Destination(pub(crate) Url);

impl FromRequestParts<Auth> for Destination {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, auth: &Auth) -> Result<Self, Self::Rejection> {
        let query = parts.uri.query().unwrap_or_default();
        let wanted = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == "redirect_to");
        let referer = parts.headers.get(header::REFERER).and_then(|value| value.to_str().ok());
        let wanted = wanted.as_ref().map(|(_, value)| value.as_ref());
        Ok(Self(auth.parts.redirects.resolve(wanted, referer)))
    }
}

/// Returns `true` for this machine's IP address.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        _ => false,
    }
}

fn expression(pattern: &str) -> Result<Regex, Error> {
    let escaped = regex::escape(pattern.trim());
    let body = escaped.replace(r"\*\*", ".*").replace(r"\*", "[^./]*").replace(r"\?", "[^./]");
    Regex::new(&format!("^{body}$"))
        .map_err(|_| Error::Defect("an entry of auth.redirect_urls cannot be read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(wanted: &str) -> String {
        let patterns = ["https://*.parceiro.test/volta", "app.ateneu://**"].map(str::to_owned);
        let redirects = Redirects::open("https://casa.test", &patterns).unwrap();
        redirects.resolve(Some(wanted), None).to_string()
    }

    #[test]
    fn redirects_to_the_site_localhost_and_listed_urls_are_allowed() {
        for wanted in [
            "https://casa.test/membros?sb_flow_id=1",
            "https://casa.test:443/a#b",
            "http://127.0.0.1:3000/x",
            "http://[::1]:3000/",
            "https://um.parceiro.test/volta",
            "app.ateneu://conta/entrou",
        ] {
            assert_eq!(settled(wanted), Url::parse(wanted).unwrap().to_string());
        }
    }

    #[test]
    fn a_redirect_that_is_not_allowed_falls_back_to_the_site() {
        for wanted in [
            "",
            "//mal.test",
            "/membros",
            "https://mal.test/",
            "http://casa.test/",
            "https://casa.test:8443/",
            "https://casa.test@mal.test/",
            "https://ana:x@casa.test/",
            "https://casa.test.mal.test/",
            "https:\\\\mal.test",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://a.b.parceiro.test/volta",
            "https://mal.test/.parceiro.test/volta",
            "https://um.parceiro.test/volta/mais",
            "ftp://127.0.0.1/",
            "https://casa.test\r\nset-cookie:a=b@mal.test/",
        ] {
            assert_eq!(settled(wanted), "https://casa.test/", "{wanted:?}");
        }
    }

    #[test]
    fn the_referer_replaces_a_refused_redirect() {
        let redirects = Redirects::open("https://casa.test", &[]).unwrap();
        let settled = redirects.resolve(Some("https://mal.test/"), Some("https://casa.test/membros"));
        assert_eq!(settled.as_str(), "https://casa.test/membros");
        let settled = redirects.resolve(None, Some("https://mal.test/"));
        assert_eq!(settled.as_str(), "https://casa.test/");
    }
}

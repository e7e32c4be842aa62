//! Sections of the configuration for the application itself.

use std::net::SocketAddr;

use ateneu_base::{
    Secret,
    config::{Findings, Mode, Section, Site},
};
use serde::Deserialize;
use url::Url;

/// Section `[server]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerSection {
    pub listen: SocketAddr,
    pub public_url: String,
    pub files_url: String,
    pub mode: Mode,
    pub trusted_proxies: usize,
    pub log: String,
}

/// Section `[database]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DatabaseSection {
    pub url: Secret,
    pub time_factor: u32,
}

/// Section `[content]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContentSection {
    pub dir: String,
}

impl Section for ServerSection {
    const NAME: &'static str = "server";
    const SAMPLE: &'static str = include_str!("../server.toml");

    fn check(&self, site: &Site, findings: &mut Findings) {
        let public = Url::parse(&site.public_url).ok();
        let host = public.as_ref().and_then(Url::host_str).unwrap_or_default();
        let is_local = ["127.0.0.1", "0.0.0.0", "localhost", "[::1]", "[::]"].contains(&host);
        let is_https = site.public_url.starts_with("https://");
        findings.must(site.mode != Mode::Production, "server.mode is not \"production\"");
        findings.must(is_local, "server.public_url is not set to the address visitors use");
        findings.must(!is_local && !is_https, format!("server.public_url is not https: {}", site.public_url));
        findings.warn_if(
            is_https && self.trusted_proxies == 0,
            "server.trusted_proxies is 0, though https means a proxy in front: all visitors share one rate limit",
        );
    }
}

impl Section for DatabaseSection {
    const NAME: &'static str = "database";
    const SAMPLE: &'static str = include_str!("../database.toml");
}

impl Section for ContentSection {
    const NAME: &'static str = "content";
    const SAMPLE: &'static str = include_str!("../content.toml");
}

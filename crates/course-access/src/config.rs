//! The configuration and dependencies of the service.

use ateneu_base::{
    Clock, Secret,
    config::{Findings, Section, Site},
};
use ateneu_db::Db;
use serde::Deserialize;

use crate::hotmart::HotmartConfig;

/// Configuration of the platform.
#[derive(Clone, Debug)]
pub struct Config {
    /// The platform. `None` if all records are kept by hand.
    pub hotmart: Option<HotmartConfig>,
    /// Token of the platform's calls to `/webhooks/hotmart`. If empty, all calls are refused.
    pub webhook_token: Secret,
    /// URL of the courses, for records without another.
    pub course_url: String,
}

/// Dependencies of the service.
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Configuration of the service.
    pub config: Config,
}

/// Section `[hotmart]` of the configuration. An empty text counts as unset.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HotmartSection {
    client_id: Secret,
    client_secret: Secret,
    basic: Secret,
    hottok: Secret,
    subdomain: String,
    product_id: String,
    course_url: String,
    auth_base: String,
    api_base: String,
}

impl HotmartSection {
    /// Returns `true` if a credential of the platform is set.
    pub fn is_tied(&self) -> bool {
        !self.client_id.is_empty() && !self.client_secret.is_empty()
    }

    pub fn config(self) -> Config {
        let hotmart = self.is_tied().then(|| HotmartConfig {
            auth_base: self.auth_base,
            api_base: self.api_base,
            client_id: self.client_id,
            client_secret: self.client_secret,
            basic: self.basic,
            subdomain: self.subdomain.trim().to_owned(),
            product_id: self.product_id.trim().to_owned(),
            timeout: HotmartConfig::TIMEOUT,
        });
        Config { hotmart, webhook_token: self.hottok, course_url: self.course_url }
    }
}

impl Section for HotmartSection {
    const NAME: &'static str = "hotmart";
    const SAMPLE: &'static str = include_str!("../config.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        let is_tied = self.is_tied();
        let is_web = |address: &str| address.starts_with("https://") || address.starts_with("http://");
        // The owner may keep access to the courses by hand.
        findings.must(
            self.client_id.is_empty() != self.client_secret.is_empty(),
            "hotmart.client_id and hotmart.client_secret go together: one of them is not set",
        );
        findings.must(
            !is_tied && !self.hottok.is_empty(),
            "hotmart.hottok is set without a credential: what Hotmart tells cannot be confirmed and is refused",
        );
        findings.must(
            is_tied && [&self.auth_base, &self.api_base].iter().any(|base| base.starts_with("http://")),
            "hotmart.auth_base or hotmart.api_base sends the credential unencrypted: use https://",
        );
        findings.must(
            !is_web(&self.course_url),
            "hotmart.course_url is not an address: members would find no courses",
        );
        findings.warn_if(
            is_tied && self.hottok.is_empty(),
            "hotmart.hottok is not set: purchases and refunds are noticed only when the platform is asked",
        );
        findings.warn_if(
            is_tied && self.product_id.is_empty(),
            "hotmart.product_id is not set: every product of the Hotmart account opens the courses",
        );
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use ateneu_base::config::Mode;

    use super::*;

    /// Returns the first words of the findings: faults, then warnings.
    fn found(pairs: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let mut sample: toml::Table = HotmartSection::SAMPLE.parse().unwrap();
        let table = sample["hotmart"].as_table_mut().unwrap();
        for (key, value) in pairs {
            assert!(table.insert((*key).to_owned(), (*value).into()).is_some(), "no key {key}");
        }
        let section = HotmartSection::deserialize(sample["hotmart"].clone()).unwrap();
        let mut findings = Findings::default();
        let listen = SocketAddr::from(([127, 0, 0, 1], 8080));
        let site = Site {
            public_url: "https://site.test".into(),
            mode: Mode::Production,
            listen,
            data: "data".into(),
        };
        section.check(&site, &mut findings);
        let first = |lines: Vec<String>| {
            let words = lines.iter().filter_map(|line| line.split(' ').next());
            words.map(|word| word.trim_start_matches("hotmart.").to_owned()).collect()
        };
        (first(findings.must), first(findings.look))
    }

    #[test]
    fn a_partial_platform_configuration_is_refused() {
        let (id, secret) = (("client_id", "a"), ("client_secret", "b"));
        let (token, product) = (("hottok", "c"), ("product_id", "1"));
        assert_eq!(found(&[]), (vec![], vec![]), "kept by hand");
        assert_eq!(found(&[id, secret, token, product]), (vec![], vec![]));
        assert_eq!(found(&[id]).0, ["client_id"]);
        assert_eq!(found(&[secret]).0, ["client_id"]);
        assert_eq!(found(&[token]).0, ["hottok"]);
        assert_eq!(found(&[id, secret]).1, ["hottok", "product_id"]);
        assert_eq!(
            found(&[id, secret, token, product, ("api_base", "http://hotmart.example")]).0,
            ["auth_base"]
        );
        assert_eq!(found(&[("course_url", "cursos")]).0, ["course_url"]);
    }
}

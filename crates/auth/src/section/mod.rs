//! Section `[auth]` of the configuration. An empty text counts as unset.

mod error;
mod oidc;
mod saml;

use std::{collections::BTreeMap, fs};

use ateneu_base::{
    Secret,
    config::{Findings, MIN_SECRET_LENGTH, Mode, Section, Site, comma_list, deserialize_list},
};
pub use error::ConfigError;
use serde::Deserialize;

use crate::config::Config;

/// Service for leaked passwords.
const PWNED_PASSWORDS: &str = "https://api.pwnedpasswords.com";

/// Accounts and sign-in methods.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AuthSection {
    #[serde(deserialize_with = "deserialize_list")]
    redirect_urls: Vec<String>,
    #[serde(deserialize_with = "deserialize_list")]
    phone_countries: Vec<String>,
    pwned_url: String,
    anonymous_sign_ins: bool,
    jwt_secret: Secret,
    encryption_key: Secret,
    encryption_key_file: String,
    oidc: BTreeMap<String, oidc::Provider>,
    saml: BTreeMap<String, saml::Company>,
}

impl AuthSection {
    /// Returns the configuration of the accounts service.
    ///
    /// # Errors
    /// Fails if a provider or a company is incomplete, or a named file cannot be read.
    pub fn config(&self, site: &Site) -> Result<Config, ConfigError> {
        Ok(Config {
            public_url: site.public_url.clone(),
            jwt_secret: Some(self.jwt_secret.clone()).filter(|secret| !secret.is_empty()),
            encryption_keys: self.encryption_keys()?,
            redirect_urls: self.redirect_urls.clone(),
            phone_countries: self.phone_countries.clone(),
            leaked_passwords: self.leaked_passwords(site.mode),
            providers: oidc::complete(&self.oidc)?,
            companies: saml::complete(&self.saml, &site.data)?,
            anonymous_sign_ins: self.anonymous_sign_ins,
            password_cost: match cfg!(debug_assertions) {
                true => ateneu_passwords::PasswordCost::MIN,
                false => ateneu_passwords::PasswordCost::default(),
            },
        })
    }

    /// Returns the keys that encrypt keys in the database. The first one encrypts new ones.
    fn encryption_keys(&self) -> Result<Vec<Secret>, ConfigError> {
        let mut keys = comma_list(self.encryption_key.reveal());
        let path = &self.encryption_key_file;
        if !path.is_empty() {
            let file = fs::read_to_string(path).map_err(|error| {
                ConfigError(format!("cannot read auth.encryption_key_file {path}: {error}"))
            })?;
            let lines: Vec<&str> = file.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.is_empty() {
                return Err(ConfigError(format!("auth.encryption_key_file {path} is empty")));
            }
            keys.extend(lines.into_iter().map(str::to_owned));
        }
        if keys.iter().any(|key| key.len() < MIN_SECRET_LENGTH) {
            let what = format!("auth.encryption_key is shorter than {MIN_SECRET_LENGTH} characters");
            return Err(ConfigError(what));
        }
        Ok(keys.into_iter().map(Secret::from).collect())
    }

    /// Returns the range service for leaked passwords, if one is used.
    fn leaked_passwords(&self, mode: Mode) -> Option<String> {
        match (self.pwned_url.as_str(), mode) {
            ("off", _) => None,
            ("", Mode::Production) => Some(PWNED_PASSWORDS.to_owned()),
            ("", _) => None,
            (url, _) => Some(url.to_owned()),
        }
    }
}

impl Section for AuthSection {
    const NAME: &'static str = "auth";
    const SAMPLE: &'static str = include_str!("../../config.toml");

    fn check(&self, _: &Site, findings: &mut Findings) {
        let secret = self.jwt_secret.reveal().len();
        findings.must(
            (1..MIN_SECRET_LENGTH).contains(&secret),
            format!("auth.jwt_secret is shorter than {MIN_SECRET_LENGTH} characters"),
        );
        findings.warn_if(
            secret > 0,
            "auth.jwt_secret is set: keys and tokens of the former project are still accepted; unset it after the move",
        );
        findings.warn_if(
            self.phone_countries.is_empty(),
            "auth.phone_countries is empty: no telephone number is accepted",
        );
    }
}

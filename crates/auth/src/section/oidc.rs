//! Sign-in providers of the configuration: a table for each name. The sample has Google and LinkedIn.

use std::collections::BTreeMap;

use ateneu_base::{Secret, config::comma_list};
use serde::Deserialize;

use super::error::ConfigError;
use crate::providers::ProviderConfig;

/// A provider in the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    label: String,
    issuer: String,
    issuer_alias: String,
    client_id: String,
    client_secret: Secret,
    secret_in_form: bool,
    scopes: String,
    pkce: bool,
    nonce: bool,
}

/// Returns the complete providers. One without a client id is off. One with an id must have all values.
pub(crate) fn complete(providers: &BTreeMap<String, Provider>) -> Result<Vec<ProviderConfig>, ConfigError> {
    let offered = providers.iter().filter(|(_, provider)| !comma_list(&provider.client_id).is_empty());
    offered.map(|(name, provider)| provider.complete(name)).collect()
}

impl Provider {
    fn complete(&self, name: &str) -> Result<ProviderConfig, ConfigError> {
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        for (key, is_missing) in
            [("issuer", self.issuer.is_empty()), ("client_secret", self.client_secret.is_empty())]
        {
            if is_missing {
                return Err(ConfigError(format!("auth.oidc.{name}.{key} is missing")));
            }
        }
        Ok(ProviderConfig {
            name: name.to_owned(),
            label: given(&self.label).unwrap_or_else(|| capitalized(name)),
            issuer: self.issuer.clone(),
            issuer_alias: given(&self.issuer_alias),
            client_ids: comma_list(&self.client_id),
            client_secret: self.client_secret.clone(),
            secret_in_form: self.secret_in_form,
            scopes: self.scopes.clone(),
            pkce: self.pkce,
            nonce: self.nonce,
        })
    }
}

/// Returns the default label of a provider: its name in title case.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

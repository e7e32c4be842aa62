//! The sign-in providers of the configuration: a table `oidc` with one table for each name. The sample file knows Google
//! and LinkedIn; `oidc_providers` names the others, so that the environment alone can describe them.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use ateneu_auth::ProviderConfig;
use ateneu_base::Secret;
use serde::Deserialize;

use crate::config_sections::{Key, parts};

/// One provider as configured.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    #[serde(default)]
    label: String,
    #[serde(default)]
    issuer: String,
    #[serde(default)]
    issuer_alias: String,
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    client_secret: Secret,
    #[serde(default)]
    secret_in_form: bool,
    #[serde(default = "usual_scopes")]
    scopes: String,
    #[serde(default = "yes")]
    pkce: bool,
    #[serde(default = "yes")]
    nonce: bool,
}

fn usual_scopes() -> String {
    "openid email profile".to_owned()
}

fn yes() -> bool {
    true
}

/// Keys of a provider, and which of them are truths.
pub(crate) const KEYS: [Key; 9] = [
    ("label", false),
    ("issuer", false),
    ("issuer_alias", false),
    ("client_id", false),
    ("client_secret", false),
    ("secret_in_form", true),
    ("scopes", false),
    ("pkce", true),
    ("nonce", true),
];

/// Returns the complete providers. A provider without a client id is not offered; one with an id must have every value.
pub(crate) fn complete(providers: &BTreeMap<String, Provider>) -> Result<Vec<ProviderConfig>> {
    let offered = providers.iter().filter(|(_, provider)| !parts(&provider.client_id).is_empty());
    offered.map(|(name, provider)| provider.complete(name)).collect()
}

impl Provider {
    fn complete(&self, name: &str) -> Result<ProviderConfig> {
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        for (key, is_missing) in
            [("issuer", self.issuer.is_empty()), ("client_secret", self.client_secret.is_empty())]
        {
            ensure!(!is_missing, "oidc.{name}.{key} is missing");
        }
        Ok(ProviderConfig {
            name: name.to_owned(),
            label: given(&self.label).unwrap_or_else(|| capitalized(name)),
            issuer: self.issuer.clone(),
            issuer_alias: given(&self.issuer_alias),
            client_ids: parts(&self.client_id),
            client_secret: self.client_secret.clone(),
            secret_in_form: self.secret_in_form,
            scopes: self.scopes.clone(),
            pkce: self.pkce,
            nonce: self.nonce,
        })
    }
}

/// Returns the label of a provider that has none: its name in title case.
fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn load(file: &str, pairs: &'static [(&str, &str)]) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("ateneu.toml"), file)?;
        Config::load(folder.path(), |name| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn google_needs_only_a_client_and_no_provider_is_on_by_default() {
        assert!(load("", &[]).unwrap().providers().unwrap().is_empty());
        let pairs = &[
            ("ATENEU_OIDC_GOOGLE_CLIENT_ID", "site.test, app.test"),
            ("ATENEU_OIDC_GOOGLE_CLIENT_SECRET", "segredo"),
        ];
        let providers = load("", pairs).unwrap().providers().unwrap();
        assert_eq!(providers.len(), 1);
        assert_eq!(providers[0].issuer, "https://accounts.google.com");
        assert_eq!(providers[0].client_ids, ["site.test", "app.test"]);
        assert!(providers[0].pkce && providers[0].nonce && !providers[0].secret_in_form);
    }

    #[test]
    fn an_issuer_is_described_in_the_file_or_the_environment() {
        let file = "[oidc.linkedin_oidc]\nclient_id = \"a\"\nclient_secret = \"b\"\n\
                    [oidc.empresa]\nissuer = \"https://login.empresa.test\"\nclient_id = \"c\"\nclient_secret = \"d\"";
        let pairs = &[
            ("ATENEU_OIDC_PROVIDERS", "outra"),
            ("ATENEU_OIDC_OUTRA_ISSUER", "https://outra.test"),
            ("ATENEU_OIDC_OUTRA_CLIENT_ID", "e"),
            ("ATENEU_OIDC_OUTRA_CLIENT_SECRET", "f"),
            ("ATENEU_OIDC_OUTRA_PKCE", "false"),
            ("ATENEU_OIDC_EMPRESA_LABEL", "Empresa"),
        ];
        let providers = load(file, pairs).unwrap().providers().unwrap();
        let named = |name: &str| providers.iter().find(|provider| provider.name == name).unwrap();
        assert_eq!(providers.len(), 3);
        assert!(named("linkedin_oidc").issuer_alias.is_some() && !named("linkedin_oidc").nonce);
        assert_eq!(named("empresa").label, "Empresa");
        assert_eq!((&*named("linkedin_oidc").label, &*named("outra").label), ("LinkedIn", "Outra"));
        assert!(!named("outra").pkce && named("outra").nonce);
    }

    #[test]
    fn missing_and_unknown_settings_are_named() {
        let refusal = |file: &str, pairs| match load(file, pairs).and_then(|config| config.providers()) {
            Ok(found) => panic!("{found:?}"),
            Err(error) => format!("{error:#}"),
        };
        let no_secret = refusal("oidc.google.client_id = \"a\"", &[]);
        assert!(no_secret.contains("oidc.google.client_secret"), "{no_secret}");
        let misspelt = refusal("oidc.google.client = \"a\"", &[]);
        assert!(misspelt.contains("oidc.google") && misspelt.contains("client"), "{misspelt}");
        let no_truth = refusal("", &[("ATENEU_OIDC_GOOGLE_PKCE", "sim")]);
        assert!(no_truth.contains("ATENEU_OIDC_GOOGLE_PKCE"), "{no_truth}");
    }
}

//! Companies of the configuration whose people sign in there: a table for each name.

use std::{collections::BTreeMap, fs, path::Path};

use ateneu_base::config::comma_list;
use serde::Deserialize;

use super::error::ConfigError;
use crate::providers::saml::CompanyConfig;

/// A company in the configuration.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    domains: String,
    metadata: String,
    certificate: String,
    email_attribute: String,
    name_attribute: String,
}

/// Returns the complete companies. One without metadata is off. Relative paths are in the data folder.
pub(crate) fn complete(
    companies: &BTreeMap<String, Company>,
    data: &Path,
) -> Result<Vec<CompanyConfig>, ConfigError> {
    let offered = companies.iter().filter(|(_, company)| !company.metadata.is_empty());
    offered.map(|(name, company)| company.complete(name, data)).collect()
}

impl Company {
    fn complete(&self, name: &str, data: &Path) -> Result<CompanyConfig, ConfigError> {
        let domains = comma_list(&self.domains);
        if domains.is_empty() {
            return Err(ConfigError(format!("auth.saml.{name}.domains is missing")));
        }
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let text = |key: &str, text: &str, begins: &str| match text.trim_start().starts_with(begins) {
            true => Ok(text.to_owned()),
            false => {
                let path = data.join(text);
                fs::read_to_string(&path).map_err(|error| {
                    let path = path.display();
                    ConfigError(format!("auth.saml.{name}.{key}: cannot read {path}: {error}"))
                })
            }
        };
        Ok(CompanyConfig {
            name: name.to_owned(),
            domains,
            metadata: text("metadata", &self.metadata, "<")?,
            certificate: given(&self.certificate)
                .map(|certificate| text("certificate", &certificate, "-----BEGIN"))
                .transpose()?,
            email_attribute: given(&self.email_attribute),
            name_attribute: given(&self.name_attribute),
        })
    }
}

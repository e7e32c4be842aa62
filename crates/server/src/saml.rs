//! The companies of the configuration whose people sign in at their company: a table `saml` with one table for each;
//! `saml_companies` names others, so that the environment alone can describe them.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, ensure};
use ateneu_auth::CompanyConfig;
use serde::Deserialize;

use crate::config_sections::{Key, parts};

/// One company as configured.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Company {
    domains: String,
    metadata: String,
    certificate: String,
    email_attribute: String,
    name_attribute: String,
}

/// Keys of a company.
pub(crate) const KEYS: [Key; 5] = [
    ("domains", false),
    ("metadata", false),
    ("certificate", false),
    ("email_attribute", false),
    ("name_attribute", false),
];

/// Returns the complete companies. One without a description is not offered. Files lie in the data folder or where they
/// say.
pub(crate) fn complete(companies: &BTreeMap<String, Company>, data: &Path) -> Result<Vec<CompanyConfig>> {
    let offered = companies.iter().filter(|(_, company)| !company.metadata.is_empty());
    offered.map(|(name, company)| company.complete(name, data)).collect()
}

impl Company {
    fn complete(&self, name: &str, data: &Path) -> Result<CompanyConfig> {
        let domains = parts(&self.domains);
        ensure!(!domains.is_empty(), "saml.{name}.domains is missing");
        let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let text = |key: &str, text: &str, begins: &str| match text.trim_start().starts_with(begins) {
            true => Ok(text.to_owned()),
            false => {
                let path = data.join(text);
                fs::read_to_string(&path)
                    .with_context(|| format!("saml.{name}.{key}: cannot read {}", path.display()))
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

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn load(file: &str, pairs: &'static [(&str, &str)]) -> anyhow::Result<Vec<super::CompanyConfig>> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("ateneu.toml"), file)?;
        std::fs::write(folder.path().join("acme.xml"), "<EntityDescriptor/>")?;
        let config = Config::load(folder.path(), |name| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| (*value).to_owned())
        })?;
        config.companies()
    }

    #[test]
    fn no_company_is_known_by_default_and_a_file_describes_one() {
        assert!(load("", &[]).unwrap().is_empty());
        let file = "[saml.acme]\ndomains = \"acme.test, acme.com.br\"\nmetadata = \"acme.xml\"";
        let companies = load(file, &[]).unwrap();
        assert_eq!((companies.len(), &*companies[0].name), (1, "acme"));
        assert_eq!(companies[0].domains, ["acme.test", "acme.com.br"]);
        assert_eq!(companies[0].metadata, "<EntityDescriptor/>");
        assert!(companies[0].certificate.is_none() && companies[0].email_attribute.is_none());
    }

    #[test]
    fn the_environment_alone_can_describe_one() {
        let pairs = &[
            ("ATENEU_SAML_COMPANIES", "acme-sul"),
            ("ATENEU_SAML_ACME_SUL_DOMAINS", "sul.acme.test"),
            ("ATENEU_SAML_ACME_SUL_METADATA", "<EntityDescriptor/>"),
            ("ATENEU_SAML_ACME_SUL_CERTIFICATE", "-----BEGIN CERTIFICATE-----"),
            ("ATENEU_SAML_ACME_SUL_EMAIL_ATTRIBUTE", "correio"),
        ];
        let companies = load("", pairs).unwrap();
        assert_eq!((&*companies[0].name, &*companies[0].domains[0]), ("acme-sul", "sul.acme.test"));
        assert_eq!(companies[0].email_attribute.as_deref(), Some("correio"));
    }

    #[test]
    fn missing_and_unknown_settings_are_named() {
        let refusal = |file: &str| format!("{:#}", load(file, &[]).unwrap_err());
        let lost = refusal("[saml.acme]\ndomains = \"acme.test\"\nmetadata = \"outro.xml\"");
        assert!(lost.contains("saml.acme.metadata") && lost.contains("outro.xml"), "{lost}");
        let nobody = refusal("saml.acme.metadata = \"acme.xml\"");
        assert!(nobody.contains("saml.acme.domains"), "{nobody}");
        let misspelt = refusal("saml.acme.metadado = \"acme.xml\"");
        assert!(misspelt.contains("saml.acme") && misspelt.contains("metadado"), "{misspelt}");
    }
}

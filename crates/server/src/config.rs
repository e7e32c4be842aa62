//! The configuration: the commented sample file is also the default, the data folder's `ateneu.toml` changes it, and
//! the environment wins. Only this file reads the environment.

use std::{
    collections::BTreeMap,
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use ateneu_base::Secret;
use ateneu_module::Module;
use serde::Deserialize;

use crate::{check::MIN_SECRET_LENGTH, config_sections, oidc, saml};

/// The commented sample: every key, its meaning and its default.
pub const DEFAULT: &str = include_str!("../ateneu.default.toml");

/// A service that knows the passwords of published leaks.
const PWNED_PASSWORDS: &str = "https://api.pwnedpasswords.com";

/// Kind of installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// On a developer's machine.
    Development,
    /// Filled with demo data.
    Demo,
    /// Open to the public.
    Production,
}

/// The configuration as read; empty text means unset.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The visitors' address, no slash at the end.
    pub public_url: String,
    /// The address files are opened at, without a slash at the end; empty: `public_url`.
    pub files_url: String,
    /// Kind of installation.
    pub mode: Mode,
    /// PostgreSQL connection string, or empty for SQLite.
    pub database_url: Secret,
    /// Factor by which a statement of a request may take longer than usual at PostgreSQL, 1 to 100.
    pub database_time_factor: u32,
    /// S3 address, or empty for the data folder.
    pub storage_url: String,
    /// S3 access key.
    pub storage_access_key: Secret,
    /// S3 secret key.
    pub storage_secret_key: Secret,
    /// The edited content files, or empty for the folder `content` inside the data folder.
    pub content_dir: String,
    /// The relay for e-mail, or empty.
    pub smtp_url: Secret,
    /// The service for short messages.
    pub sms_url: String,
    /// The account there, or empty.
    pub sms_account: String,
    /// Token of the account for short messages.
    pub sms_token: Secret,
    /// The number or the messaging service short messages come from.
    pub sms_from: String,
    /// Country codes of telephone numbers that may be used, parted by commas.
    pub phone_countries: String,
    /// The key of the payment provider, or empty.
    pub stripe_secret_key: Secret,
    /// Secret that signs the payment provider's events. Two are parted by a comma while one is being replaced.
    pub stripe_webhook_secret: Secret,
    /// URL of the payment provider's API.
    pub stripe_api_base: String,
    /// Payment pages ask for CPF or CNPJ: `on`, `off`, or empty: on in the demo.
    pub checkout_tax_id: String,
    /// The credential of the external course platform, or empty.
    pub hotmart_client_id: Secret,
    /// Secret of the course platform's credential.
    pub hotmart_client_secret: Secret,
    /// The platform's own form of both, or empty: made of the two.
    pub hotmart_basic: Secret,
    /// The fixed token its calls to the webhook carry.
    pub hotmart_hottok: Secret,
    /// The members' area there, or empty.
    pub hotmart_subdomain: String,
    /// The product that opens the courses, or empty: any.
    pub hotmart_product_id: String,
    /// URL of the courses.
    pub hotmart_course_url: String,
    /// URL where the course platform issues tokens.
    pub hotmart_auth_base: String,
    /// URL of the course platform's API.
    pub hotmart_api_base: String,
    /// Text of `From`, or empty for the owner's name and address.
    pub mail_from: String,
    /// Newsletter addresses are asked to confirm before they count.
    pub newsletter_double_opt_in: bool,
    /// Further addresses a mailed link may lead to, parted by commas.
    pub redirect_urls: String,
    /// Range service that knows leaked passwords. An empty text selects the public one in production and none
    /// elsewhere. `off` selects none.
    pub pwned_url: String,
    /// Visitors may sign in without a name.
    pub anonymous_sign_ins: bool,
    /// Sign-in providers by name.
    pub oidc: BTreeMap<String, oidc::Provider>,
    /// Names of providers the sample does not know, parted by commas.
    pub oidc_providers: String,
    /// Companies whose people sign in there, by name.
    pub saml: BTreeMap<String, saml::Company>,
    /// Names of companies only the environment describes, parted by commas.
    pub saml_companies: String,
    /// Shared secret of a former hosted project.
    pub jwt_secret: Secret,
    /// Keys that encrypt the keys in the database, parted by commas.
    pub encryption_key: Secret,
    /// A file with such keys, one in each line.
    pub encryption_key_file: String,
    /// Proxies trusted to name the visitor's address.
    pub trusted_proxies: usize,
    /// Largest upload in bytes.
    pub max_file_size: u64,
    /// Bytes that stay free on the disk of the data folder.
    pub min_free_disk: u64,
    /// Log filter.
    pub log: String,
    /// The data folder; given by flag or `ATENEU_DATA`, never by the file inside it.
    #[serde(skip)]
    pub data: PathBuf,
    /// Modules of this installation beside those of the server.
    #[serde(skip, default = "no_modules")]
    pub modules: fn() -> Vec<Module>,
}

fn no_modules() -> fn() -> Vec<Module> {
    Vec::new
}

impl Config {
    /// Reads the sample, then `<data>/ateneu.toml`, then the environment through `variable`.
    pub fn load(data: &Path, variable: impl Fn(&str) -> Option<String>) -> Result<Self> {
        let mut merged: toml::Table = DEFAULT.parse().context("the sample configuration is broken")?;
        let file = data.join("ateneu.toml");
        if file.exists() {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            let own: toml::Table =
                text.parse().with_context(|| format!("{} is not valid TOML", file.display()))?;
            for (key, value) in own {
                if !merged.contains_key(&key) {
                    bail!("{}: there is no setting `{key}`", file.display());
                }
                match merged.get_mut(&key).filter(|sample| sample.is_table()) {
                    Some(sample) => config_sections::merge(&key, sample, value)?,
                    None => drop(merged.insert(key, value)),
                }
            }
        }
        for (key, value) in &mut merged {
            let name = format!("ATENEU_{}", key.to_uppercase());
            if let Some(text) = variable(&name) {
                *value = match value {
                    toml::Value::Integer(_) => text
                        .parse()
                        .map(toml::Value::Integer)
                        .with_context(|| format!("{name} must be a number"))?,
                    toml::Value::Boolean(_) => text
                        .parse()
                        .map(toml::Value::Boolean)
                        .with_context(|| format!("{name} must be true or false"))?,
                    _ => toml::Value::String(text),
                };
            }
        }
        for (part, others, keys) in
            [("oidc", "oidc_providers", &oidc::KEYS[..]), ("saml", "saml_companies", &saml::KEYS[..])]
        {
            let names = merged.get(others).and_then(toml::Value::as_str);
            let names = names.unwrap_or_default().to_owned();
            if let Some(tables) = merged.get_mut(part) {
                config_sections::take_environment(part, tables, (&names, keys), &variable)?;
            }
        }
        let mut config: Config = merged.try_into().context("the configuration is not valid")?;
        config.data = data.to_owned();
        config.complete()
    }

    fn complete(mut self) -> Result<Self> {
        if self.public_url.is_empty() {
            self.public_url = format!("http://{}", self.listen);
        }
        let public = url::Url::parse(&self.public_url).context("public_url must be an absolute address")?;
        if !matches!(public.scheme(), "http" | "https") || public.path() != "/" {
            bail!("public_url must be http(s)://host without a path");
        }
        if !(1..=100).contains(&self.database_time_factor) {
            bail!("database_time_factor must be 1 to 100");
        }
        if !["", "on", "off"].contains(&self.checkout_tax_id.as_str()) {
            bail!("checkout_tax_id must be \"on\", \"off\" or empty");
        }
        self.public_url = self.public_url.trim_end_matches('/').to_owned();
        if !self.files_url.is_empty() {
            let files = url::Url::parse(&self.files_url).context("files_url must be an absolute address")?;
            if !matches!(files.scheme(), "http" | "https") || files.path() != "/" {
                bail!("files_url must be http(s)://host without a path");
            }
            if files.host() == public.host() {
                bail!("files_url must have another host name than public_url");
            }
            // As it stands in the header `Host`: in lower case and without the usual port.
            self.files_url = files.origin().ascii_serialization();
        }
        Ok(self)
    }

    /// Returns the folder of the owner's content.
    pub fn content_folder(&self) -> PathBuf {
        if self.content_dir.is_empty() { self.data.join("content") } else { PathBuf::from(&self.content_dir) }
    }

    /// The patterns of addresses a mailed link may lead to, besides the site itself.
    pub fn redirect_urls(&self) -> Vec<String> {
        listed(&self.redirect_urls)
    }

    /// The country codes of telephone numbers that may be used.
    pub fn phone_countries(&self) -> Vec<String> {
        listed(&self.phone_countries)
    }

    /// Payment pages ask for CPF or CNPJ.
    pub fn asks_tax_id(&self) -> bool {
        match self.checkout_tax_id.as_str() {
            "" => self.mode == Mode::Demo,
            word => word == "on",
        }
    }

    /// Returns the secrets that sign the payment provider's events.
    pub fn stripe_webhook_secrets(&self) -> Vec<Secret> {
        let secrets = listed(self.stripe_webhook_secret.reveal());
        secrets.into_iter().map(Secret::from).collect()
    }

    /// Returns the keys that encrypt keys in the database. The first of them encrypts new ones.
    pub fn encryption_keys(&self) -> Result<Vec<Secret>> {
        let mut keys = listed(self.encryption_key.reveal());
        if !self.encryption_key_file.is_empty() {
            let file = fs::read_to_string(&self.encryption_key_file)
                .with_context(|| format!("cannot read encryption_key_file {}", self.encryption_key_file))?;
            let lines: Vec<&str> = file.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            if lines.is_empty() {
                bail!("encryption_key_file {} is empty", self.encryption_key_file);
            }
            keys.extend(lines.into_iter().map(str::to_owned));
        }
        if keys.iter().any(|key| key.len() < MIN_SECRET_LENGTH) {
            bail!("encryption_key is shorter than {MIN_SECRET_LENGTH} characters");
        }
        Ok(keys.into_iter().map(Secret::from).collect())
    }

    /// The range service that knows leaked passwords, where one is to be asked.
    pub fn leaked_passwords(&self) -> Option<String> {
        match (self.pwned_url.as_str(), self.mode) {
            ("off", _) => None,
            ("", Mode::Production) => Some(PWNED_PASSWORDS.to_owned()),
            ("", _) => None,
            (url, _) => Some(url.to_owned()),
        }
    }

    /// The sign-in providers that are configured.
    pub fn providers(&self) -> Result<Vec<ateneu_auth::ProviderConfig>> {
        oidc::complete(&self.oidc)
    }

    /// The companies that are configured.
    pub fn companies(&self) -> Result<Vec<ateneu_auth::CompanyConfig>> {
        saml::complete(&self.saml, &self.data)
    }

    /// Returns the database's location.
    pub fn database(&self) -> ateneu_db::Target {
        if self.database_url.is_empty() {
            ateneu_db::Target::Sqlite(self.data.join("ateneu.db"))
        } else {
            ateneu_db::Target::Postgres(self.database_url.reveal().to_owned())
        }
    }

    /// Returns the limits of the database's statements.
    pub fn database_limits(&self) -> ateneu_db::Limits {
        ateneu_db::Limits { statement_factor: self.database_time_factor, ..ateneu_db::Limits::default() }
    }
}

/// The parts of a text between commas.
fn listed(text: &str) -> Vec<String> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(str::to_owned).collect()
}

/// One variable of the environment, unset when empty.
pub fn environment(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "the only reader of the environment")]
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(pairs: &'static [(&str, &str)]) -> Result<Config> {
        let folder = tempfile::tempdir()?;
        Config::load(folder.path(), |name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_sample_file_is_a_complete_configuration() {
        let config = load(&[]).unwrap();
        assert_eq!(config.public_url, "http://127.0.0.1:8080");
        assert_eq!(config.mode, Mode::Development);
    }

    #[test]
    fn the_environment_wins_and_nonsense_is_refused_with_its_name() {
        let config = load(&[
            ("ATENEU_LISTEN", "127.0.0.1:9000"),
            ("ATENEU_TRUSTED_PROXIES", "2"),
            ("ATENEU_NEWSLETTER_DOUBLE_OPT_IN", "true"),
        ])
        .unwrap();
        assert_eq!((config.listen.port(), config.trusted_proxies), (9000, 2));
        assert!(config.newsletter_double_opt_in);
        let refused = load(&[("ATENEU_TRUSTED_PROXIES", "two")]).unwrap_err();
        assert!(format!("{refused:#}").contains("ATENEU_TRUSTED_PROXIES"), "{refused:#}");
        assert!(load(&[("ATENEU_PUBLIC_URL", "ateneu.example")]).is_err());
        let files = load(&[("ATENEU_FILES_URL", "https://Files.example:443/")]).unwrap();
        assert_eq!(files.files_url, "https://files.example");
        for wrong in ["files.example", "https://files.example/a", "https://127.0.0.1:9"] {
            let files = Config::load(Path::new("/nowhere"), |name| {
                (name == "ATENEU_FILES_URL").then(|| wrong.to_owned())
            });
            assert!(files.is_err(), "{wrong}");
        }
        assert_eq!(
            load(&[("ATENEU_DATABASE_TIME_FACTOR", "20")]).unwrap().database_limits().statement_factor,
            20
        );
        assert!(load(&[("ATENEU_DATABASE_TIME_FACTOR", "0")]).is_err());
        assert!(load(&[("ATENEU_MODE", "staging")]).is_err());
        assert!(load(&[("ATENEU_NEWSLETTER_DOUBLE_OPT_IN", "sim")]).is_err());
    }

    #[test]
    fn encryption_keys_come_from_the_variable_and_a_file() {
        assert!(load(&[]).unwrap().encryption_keys().unwrap().is_empty());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        let keys = |file: &str| {
            fs::write(&path, file).unwrap();
            let config = Config::load(folder.path(), |name| match name {
                "ATENEU_ENCRYPTION_KEY" => Some("a".repeat(32)),
                "ATENEU_ENCRYPTION_KEY_FILE" => Some(path.display().to_string()),
                _ => None,
            });
            config.unwrap().encryption_keys()
        };
        let both = keys(&format!("{}\n\n", "b".repeat(40))).unwrap();
        assert_eq!(both.iter().map(|key| key.reveal().len()).collect::<Vec<_>>(), [32, 40]);
        assert!(keys("short").is_err());
        assert!(keys("\n").is_err());
        let missing = load(&[("ATENEU_ENCRYPTION_KEY_FILE", "/nowhere/key")]).unwrap();
        assert!(missing.encryption_keys().is_err());
    }

    #[test]
    fn secrets_are_never_printed() {
        let config = load(&[
            ("ATENEU_DATABASE_URL", "postgres://ana:segredo@db.example/ateneu"),
            ("ATENEU_STORAGE_ACCESS_KEY", "segredo"),
            ("ATENEU_STORAGE_SECRET_KEY", "segredo"),
            ("ATENEU_SMTP_URL", "smtps://ana:segredo@relay.example"),
            ("ATENEU_SMS_TOKEN", "segredo"),
            ("ATENEU_STRIPE_SECRET_KEY", "segredo"),
            ("ATENEU_STRIPE_WEBHOOK_SECRET", "segredo"),
            ("ATENEU_HOTMART_CLIENT_ID", "segredo"),
            ("ATENEU_HOTMART_CLIENT_SECRET", "segredo"),
            ("ATENEU_HOTMART_BASIC", "segredo"),
            ("ATENEU_HOTMART_HOTTOK", "segredo"),
            ("ATENEU_JWT_SECRET", "segredo"),
        ])
        .unwrap();
        let printed = format!("{config:?} {:?}", config.database());
        assert!(!printed.contains("segredo"), "{printed}");
    }

    #[test]
    fn an_unknown_key_in_the_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ateneu.toml"), "listne = \"127.0.0.1:1\"").unwrap();
        let refused = Config::load(folder.path(), |_| None).unwrap_err();
        assert!(format!("{refused:#}").contains("listne"));
    }
}

use std::collections::BTreeMap;

use ateneu_auth::{AuthSection, CompanyConfig, ProviderConfig};
use ateneu_base::config::Mode;

use super::{
    renamed::{RENAMED, RENAMED_NAMES},
    *,
};

fn load(pairs: &[(&str, &str)]) -> Result<Config> {
    load_file("", pairs).map(|(config, _)| config)
}

/// Returns the configuration, and that of the accounts with the files that it names.
fn load_file(file: &str, pairs: &[(&str, &str)]) -> Result<(Config, ateneu_auth::Config)> {
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("ateneu.toml"), file)?;
    fs::write(folder.path().join("acme.xml"), "<EntityDescriptor/>")?;
    let config = super::load(folder.path(), |name| {
        let pair = pairs.iter().find(|(key, _)| *key == name);
        pair.map(|(_, value)| (*value).to_owned())
    })?;
    let accounts = accounts(&config)?;
    Ok((config, accounts))
}

fn accounts(config: &Config) -> Result<ateneu_auth::Config> {
    let section: AuthSection = config.sections.get()?;
    Ok(section.config(&config.site)?)
}

fn providers(file: &str, pairs: &[(&str, &str)]) -> Result<Vec<ProviderConfig>> {
    load_file(file, pairs).map(|(_, accounts)| accounts.providers)
}

fn companies(file: &str, pairs: &[(&str, &str)]) -> Result<Vec<CompanyConfig>> {
    load_file(file, pairs).map(|(_, accounts)| accounts.companies)
}

fn refusal<T>(result: Result<T>) -> String {
    result.err().map(|error| format!("{error:#}")).unwrap_or_default()
}

#[test]
fn the_sample_is_a_complete_configuration() {
    let config = load(&[]).unwrap();
    assert_eq!(config.site.public_url, "http://127.0.0.1:8080");
    assert_eq!(config.site.mode, Mode::Development);
    let declared = declared(&subjects());
    for section in &declared.config {
        assert!(section.sample.starts_with(&format!("[{}]\n", section.name)), "{}", section.name);
        assert!(section.sample.ends_with('\n'), "{}", section.name);
    }
    assert_eq!(sample().matches("\n[server]\n").count(), 1);
}

#[test]
fn the_environment_wins_over_the_file() {
    let (config, _) = load_file(
        "[server]\nlisten = \"127.0.0.1:1\"\ntrusted_proxies = 1\n",
        &[("ATENEU_SERVER_LISTEN", "127.0.0.1:9000"), ("ATENEU_DATABASE_TIME_FACTOR", "20")],
    )
    .unwrap();
    assert_eq!((config.site.listen.port(), config.trusted_proxies), (9000, 1));
    assert_eq!(config.database_limits().statement_factor, 20);
    let files = load(&[("ATENEU_SERVER_FILES_URL", "https://Files.example:443/")]).unwrap();
    assert_eq!(files.files_url, "https://files.example");
}

#[test]
fn invalid_values_are_refused_with_their_names() {
    for (name, value) in [
        ("ATENEU_SERVER_TRUSTED_PROXIES", "two"),
        ("ATENEU_NEWSLETTER_DOUBLE_OPT_IN", "sim"),
        ("ATENEU_AUTH_OIDC_GOOGLE_PKCE", "sim"),
    ] {
        let refused = refusal(load(&[(name, value)]));
        assert!(refused.contains(name), "{refused}");
    }
    for (name, value, says) in [
        ("ATENEU_SERVER_PUBLIC_URL", "ateneu.example", "server.public_url"),
        ("ATENEU_SERVER_FILES_URL", "files.example", "server.files_url"),
        ("ATENEU_SERVER_FILES_URL", "https://files.example/a", "server.files_url"),
        ("ATENEU_SERVER_FILES_URL", "https://127.0.0.1:9", "server.files_url"),
        ("ATENEU_DATABASE_TIME_FACTOR", "0", "database.time_factor"),
        ("ATENEU_SERVER_MODE", "staging", "[server]"),
    ] {
        let refused = refusal(load(&[(name, value)]));
        assert!(refused.contains(says), "{name}: {refused}");
    }
}

#[test]
fn unknown_keys_in_the_file_are_named() {
    for (file, says) in [
        ("listne = \"127.0.0.1:1\"", "listne"),
        ("[server]\nlistne = \"127.0.0.1:1\"", "server.listne"),
        ("auth.oidc.google.client = \"a\"", "auth.oidc.google.client"),
        ("[auth.saml.acme]\nmetadado = \"acme.xml\"", "auth.saml.acme.metadado"),
        ("server.trusted_proxies = \"1\"", "server.trusted_proxies"),
        ("server = 1", "server"),
    ] {
        let refused = refusal(load_file(file, &[]));
        assert!(refused.contains(says), "{file}: {refused}");
    }
}

/// Returns a value of a former key that differs from the default.
fn sample_value(default: &Value, key: &str) -> Value {
    match (default, key) {
        (_, "listen") => "127.0.0.1:9999".into(),
        (_, "mode") => "production".into(),
        (_, "public_url") => "https://site.test".into(),
        (_, "files_url") => "https://files.test".into(),
        (_, "encryption_key") => "0123456789012345678901234567890123456789".into(),
        (_, "encryption_key_file") => "".into(),
        (_, "time_factor") => 7.into(),
        (Value::Integer(_), _) => 77.into(),
        (Value::Boolean(default), _) => (!default).into(),
        (Value::Table(_), _) => {
            let keys = Table::from_iter([("client_id".to_owned(), "".into())]);
            Table::from_iter([("outra".to_owned(), keys.into())]).into()
        }
        _ => "changed".into(),
    }
}

#[test]
fn every_former_name_is_valid_in_the_file_and_the_environment() {
    let sample: Table = sample().parse().unwrap();
    let find = |table: &Table, place: &str| {
        place.split('.').fold(Value::Table(table.clone()), |value, key| value[key].clone())
    };
    let set = BTreeMap::from_iter(RENAMED.iter().map(|(old, place)| {
        let key = place.rsplit('.').next().unwrap();
        (*old, (*place, sample_value(&find(&sample, place), key)))
    }));
    let scalars = || set.iter().filter(|(_, (_, value))| !value.is_table());
    let file = Table::from_iter(scalars().map(|(old, (_, value))| ((*old).to_owned(), value.clone())));
    let merged = merge(&sample, renamed::in_file(file).unwrap(), &mut Vec::new(), &|_| None).unwrap();
    let environment = renamed::with_old_names(|name| {
        let (_, (_, value)) = scalars().find(|(old, _)| format!("ATENEU_{}", old.to_uppercase()) == name)?;
        Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
    });
    let by_environment = merge(&sample, Table::new(), &mut Vec::new(), &environment).unwrap();
    for (old, (place, value)) in scalars() {
        assert_eq!(&find(&merged, place), value, "{old} in the file");
        assert_eq!(&find(&by_environment, place), value, "{old} in the environment");
    }
    assert_eq!(RENAMED_NAMES.len() + set.len(), 45);
    let both = renamed::in_file("listen = \"a\"\n[server]\nlisten = \"b\"".parse().unwrap());
    assert!(refusal(both).contains("both names"));
}

#[test]
fn encryption_keys_come_from_the_variable_and_a_file() {
    assert!(load_file("", &[]).unwrap().1.encryption_keys.is_empty());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("keys");
    let keys = |file: &str| {
        fs::write(&path, file).unwrap();
        let config = super::load(folder.path(), |name| match name {
            "ATENEU_AUTH_ENCRYPTION_KEY" => Some("a".repeat(32)),
            "ATENEU_AUTH_ENCRYPTION_KEY_FILE" => Some(path.display().to_string()),
            _ => None,
        });
        accounts(&config.unwrap()).map(|accounts| accounts.encryption_keys)
    };
    let both = keys(&format!("{}\n\n", "b".repeat(40))).unwrap();
    assert_eq!(both.iter().map(|key| key.reveal().len()).collect::<Vec<_>>(), [32, 40]);
    assert!(keys("short").is_err());
    assert!(keys("\n").is_err());
    assert!(load(&[("ATENEU_AUTH_ENCRYPTION_KEY_FILE", "/nowhere/key")]).is_err());
}

#[test]
fn google_needs_only_a_client_and_no_provider_is_on_by_default() {
    assert!(providers("", &[]).unwrap().is_empty());
    let pairs = &[
        ("ATENEU_AUTH_OIDC_GOOGLE_CLIENT_ID", "site.test, app.test"),
        ("ATENEU_OIDC_GOOGLE_CLIENT_SECRET", "segredo"),
    ];
    let providers = providers("", pairs).unwrap();
    assert_eq!(providers.len(), 1);
    assert_eq!(providers[0].issuer, "https://accounts.google.com");
    assert_eq!(providers[0].client_ids, ["site.test", "app.test"]);
    assert!(providers[0].pkce && providers[0].nonce && !providers[0].secret_in_form);
}

#[test]
fn an_issuer_is_described_in_the_file_or_the_environment() {
    let file = "[oidc.linkedin_oidc]\nclient_id = \"a\"\nclient_secret = \"b\"\n\
                [auth.oidc.empresa]\nissuer = \"https://login.empresa.test\"\nclient_id = \"c\"\nclient_secret = \"d\"";
    let pairs = &[
        ("ATENEU_AUTH_OIDC", "outra"),
        ("ATENEU_AUTH_OIDC_OUTRA_ISSUER", "https://outra.test"),
        ("ATENEU_AUTH_OIDC_OUTRA_CLIENT_ID", "e"),
        ("ATENEU_AUTH_OIDC_OUTRA_CLIENT_SECRET", "f"),
        ("ATENEU_OIDC_OUTRA_PKCE", "false"),
        ("ATENEU_AUTH_OIDC_EMPRESA_LABEL", "Empresa"),
    ];
    let providers = providers(file, pairs).unwrap();
    let named = |name: &str| providers.iter().find(|provider| provider.name == name).unwrap();
    assert_eq!(providers.len(), 3);
    assert!(named("linkedin_oidc").issuer_alias.is_some() && !named("linkedin_oidc").nonce);
    assert_eq!(named("empresa").label, "Empresa");
    assert_eq!((&*named("linkedin_oidc").label, &*named("outra").label), ("LinkedIn", "Outra"));
    assert!(!named("outra").pkce && named("outra").nonce);
    let incomplete = refusal(self::providers("auth.oidc.google.client_id = \"a\"", &[]));
    assert!(incomplete.contains("auth.oidc.google.client_secret"), "{incomplete}");
}

#[test]
fn a_company_is_described_in_the_file_or_the_environment() {
    assert!(companies("", &[]).unwrap().is_empty());
    let file = "[auth.saml.acme]\ndomains = \"acme.test, acme.com.br\"\nmetadata = \"acme.xml\"";
    let by_file = companies(file, &[]).unwrap();
    assert_eq!((by_file.len(), &*by_file[0].name), (1, "acme"));
    assert_eq!(by_file[0].domains, ["acme.test", "acme.com.br"]);
    assert_eq!(by_file[0].metadata, "<EntityDescriptor/>");
    assert!(by_file[0].certificate.is_none() && by_file[0].email_attribute.is_none());
    let pairs = &[
        ("ATENEU_SAML_COMPANIES", "acme-sul"),
        ("ATENEU_AUTH_SAML_ACME_SUL_DOMAINS", "sul.acme.test"),
        ("ATENEU_AUTH_SAML_ACME_SUL_METADATA", "<EntityDescriptor/>"),
        ("ATENEU_AUTH_SAML_ACME_SUL_CERTIFICATE", "-----BEGIN CERTIFICATE-----"),
        ("ATENEU_SAML_ACME_SUL_EMAIL_ATTRIBUTE", "correio"),
    ];
    let by_environment = companies("", pairs).unwrap();
    assert_eq!((&*by_environment[0].name, &*by_environment[0].domains[0]), ("acme-sul", "sul.acme.test"));
    assert_eq!(by_environment[0].email_attribute.as_deref(), Some("correio"));
    let unread = refusal(companies("[saml.acme]\ndomains = \"acme.test\"\nmetadata = \"outro.xml\"", &[]));
    assert!(unread.contains("auth.saml.acme.metadata") && unread.contains("outro.xml"), "{unread}");
    let no_domains = refusal(companies("saml.acme.metadata = \"acme.xml\"", &[]));
    assert!(no_domains.contains("auth.saml.acme.domains"), "{no_domains}");
}

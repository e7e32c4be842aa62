//! Former names of settings, before the sections: each is still valid, in the file and in the environment.

use anyhow::{Context, Result, bail};
use ateneu_base::config::comma_list;
use toml::{Table, Value};

/// Pairs of a former top-level key, and its place. A former variable of the environment is `ATENEU_` and the key, for a
/// table followed by the table's keys.
pub(super) const RENAMED: &[(&str, &str)] = &[
    ("listen", "server.listen"),
    ("public_url", "server.public_url"),
    ("files_url", "server.files_url"),
    ("mode", "server.mode"),
    ("trusted_proxies", "server.trusted_proxies"),
    ("log", "server.log"),
    ("database_url", "database.url"),
    ("database_time_factor", "database.time_factor"),
    ("storage_url", "storage.url"),
    ("storage_access_key", "storage.access_key"),
    ("storage_secret_key", "storage.secret_key"),
    ("max_file_size", "storage.max_file_size"),
    ("min_free_disk", "storage.min_free_disk"),
    ("content_dir", "content.dir"),
    ("smtp_url", "mail.smtp_url"),
    ("mail_from", "mail.from"),
    ("sms_url", "sms.url"),
    ("sms_account", "sms.account"),
    ("sms_token", "sms.token"),
    ("sms_from", "sms.from"),
    ("phone_countries", "auth.phone_countries"),
    ("redirect_urls", "auth.redirect_urls"),
    ("pwned_url", "auth.pwned_url"),
    ("anonymous_sign_ins", "auth.anonymous_sign_ins"),
    ("jwt_secret", "auth.jwt_secret"),
    ("encryption_key", "auth.encryption_key"),
    ("encryption_key_file", "auth.encryption_key_file"),
    ("oidc", "auth.oidc"),
    ("saml", "auth.saml"),
    ("stripe_secret_key", "stripe.secret_key"),
    ("stripe_webhook_secret", "stripe.webhook_secret"),
    ("stripe_api_base", "stripe.api_base"),
    ("checkout_tax_id", "stripe.tax_id"),
    ("hotmart_client_id", "hotmart.client_id"),
    ("hotmart_client_secret", "hotmart.client_secret"),
    ("hotmart_basic", "hotmart.basic"),
    ("hotmart_hottok", "hotmart.hottok"),
    ("hotmart_subdomain", "hotmart.subdomain"),
    ("hotmart_product_id", "hotmart.product_id"),
    ("hotmart_course_url", "hotmart.course_url"),
    ("hotmart_auth_base", "hotmart.auth_base"),
    ("hotmart_api_base", "hotmart.api_base"),
    ("newsletter_double_opt_in", "newsletter.double_opt_in"),
];

/// Pairs of a former key with comma-separated names, and the table with a table for each.
pub(super) const RENAMED_NAMES: &[(&str, &str)] =
    &[("oidc_providers", "auth.oidc"), ("saml_companies", "auth.saml")];

/// Moves the former keys of a file to their sections.
///
/// # Errors
/// Fails if a value has both names.
pub(super) fn in_file(own: Table) -> Result<Table> {
    let mut moved = Table::new();
    let mut former = Vec::new();
    for (key, value) in own {
        let names = RENAMED_NAMES.iter().find(|(old, _)| *old == key);
        let place = RENAMED.iter().find(|(old, _)| *old == key);
        match (names, place) {
            (Some((_, place)), _) => {
                let names = comma_list(value.as_str().with_context(|| format!("`{key}` must be a string"))?);
                let tables = names.into_iter().map(|name| (name, Table::new().into())).collect();
                former.push((key, *place, Value::Table(tables)));
            }
            (None, Some((_, place))) => former.push((key, *place, value)),
            (None, None) => drop(moved.insert(key, value)),
        }
    }
    for (key, place, value) in former {
        insert(&mut moved, place, value).with_context(|| format!("`{key}` is now `{place}`"))?;
    }
    Ok(moved)
}

fn insert(table: &mut Table, place: &str, value: Value) -> Result<()> {
    let (key, rest) = place.split_once('.').map_or((place, None), |(key, rest)| (key, Some(rest)));
    if let Some(rest) = rest {
        return match table.entry(key).or_insert_with(|| Table::new().into()) {
            Value::Table(inner) => insert(inner, rest, value),
            _ => bail!("`{key}` must be a table"),
        };
    }
    match (table.get_mut(key), value) {
        (None, value) => drop(table.insert(key.to_owned(), value)),
        (Some(Value::Table(inner)), Value::Table(value)) => {
            for (key, value) in value {
                insert(inner, &key, value)?;
            }
        }
        (Some(_), _) => bail!("it stands in the file under both names"),
    }
    Ok(())
}

/// Returns a lookup of a setting's variable by its path: name and value, also under its former name.
pub(super) fn with_old_names(
    variable: impl Fn(&str) -> Option<String>,
) -> impl Fn(&[String]) -> Option<(String, String)> {
    move |path| {
        let path = path.join(".");
        let former = RENAMED.iter().filter_map(|(old, place)| {
            let rest = path.strip_prefix(place)?;
            (rest.is_empty() || rest.starts_with('.')).then(|| format!("{old}{rest}"))
        });
        let names =
            RENAMED_NAMES.iter().filter(|(_, place)| *place == path).map(|(old, _)| (*old).to_owned());
        let all = std::iter::once(path.clone()).chain(former).chain(names);
        all.map(|name| format!("ATENEU_{}", name.replace(['.', '-'], "_").to_uppercase()))
            .find_map(|name| Some((name.clone(), variable(&name)?)))
    }
}

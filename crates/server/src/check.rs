//! `ateneu check`: what stands between this installation and the public.

use std::{fmt, io, os::unix::fs::PermissionsExt, path::Path};

use anyhow::Result;
use ateneu_base::{Clock, Entitlement, calendar};
use ateneu_content::{Content, Sample, samples, unbacked};
use ateneu_db::{Db, Target};
use ateneu_membership::entitlements::{self, AnnouncedWithdrawal};
use ateneu_pages::Assets;
use ateneu_settings::declared::VIP_GROUP_ADDRESS;

use crate::{
    app::{self, Accounts},
    config::{Config, Mode},
    content_reload, files, mail,
};

/// Shorter secrets can be guessed by trying.
pub(crate) const MIN_SECRET_LENGTH: usize = 32;

/// Findings of the check, each in one line.
#[derive(Debug, Default)]
pub struct Findings {
    /// Faults to mend before the installation is open to the public.
    pub must: Vec<String>,
    /// May be as it should be.
    pub look: Vec<String>,
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (title, lines) in [("must be fixed", &self.must), ("should be looked at", &self.look)] {
            if lines.is_empty() {
                continue;
            }
            writeln!(f, "{title}:")?;
            lines.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
            writeln!(f)?;
        }
        let (must, look) = (self.must.len(), self.look.len());
        writeln!(f, "{must} must be fixed, {look} should be looked at")
    }
}

impl Findings {
    fn must(&mut self, condition: bool, line: impl Into<String>) {
        if condition {
            self.must.push(line.into());
        }
    }

    fn warn_if(&mut self, condition: bool, line: impl Into<String>) {
        if condition {
            self.look.push(line.into());
        }
    }
}

/// Looks at everything. Like every command it brings the tables up to date; it makes no new installation.
pub async fn check(config: &Config, clock: Clock) -> Findings {
    let mut findings = Findings::default();
    configuration(&mut findings, config);
    data_folder(&mut findings, &config.data);
    services(&mut findings, config, clock).await;
    words(&mut findings, &config.content_folder());
    findings
}

fn configuration(findings: &mut Findings, config: &Config) {
    let public = url::Url::parse(&config.public_url).ok();
    let host = public.as_ref().and_then(url::Url::host_str).unwrap_or_default();
    let is_local = ["127.0.0.1", "0.0.0.0", "localhost", "[::1]", "[::]"].contains(&host);
    let is_https = config.public_url.starts_with("https://");
    let secret = config.jwt_secret.reveal().len();
    findings.must(config.mode != Mode::Production, "mode is not \"production\"");
    findings.must(is_local, "public_url is not set to the address visitors use");
    findings.must(!is_local && !is_https, format!("public_url is not https: {}", config.public_url));
    findings.must(
        Assets::embedded().is_empty(),
        "this binary was built without its pages: run `cargo xtask build`",
    );
    findings.must(
        (1..MIN_SECRET_LENGTH).contains(&secret),
        format!("jwt_secret is shorter than {MIN_SECRET_LENGTH} characters"),
    );
    findings.warn_if(
        secret > 0,
        "jwt_secret is set: keys and tokens of the former project are still accepted; unset it after the move",
    );
    payments(findings, config);
    courses(findings, config);
    email(findings, config);
    short_messages(findings, config);
    findings.warn_if(
        is_https && config.trusted_proxies == 0,
        "trusted_proxies is 0, though https means a proxy in front: all visitors share one rate limit",
    );
}

fn payments(findings: &mut Findings, config: &Config) {
    let key = config.stripe_secret_key.reveal();
    let is_test = key.starts_with("sk_test_") || key.starts_with("rk_test_");
    findings.warn_if(key.is_empty(), "stripe_secret_key is not set: nobody can subscribe");
    findings.must(
        !key.is_empty() && config.stripe_webhook_secrets().is_empty(),
        "stripe_webhook_secret is not set: no payment would ever be confirmed",
    );
    findings.must(is_test, "stripe_secret_key is a key for trying out: nobody would be charged");
    findings.must(
        !key.is_empty() && config.stripe_api_base.starts_with("http://"),
        "stripe_api_base sends the key unencrypted: use https://",
    );
}

fn courses(findings: &mut Findings, config: &Config) {
    let has_id = !config.hotmart_client_id.is_empty();
    let has_secret = !config.hotmart_client_secret.is_empty();
    let is_tied = has_id && has_secret;
    let is_web = |address: &str| address.starts_with("https://") || address.starts_with("http://");
    // That access to the courses is kept by hand is the owner's choice.
    findings.must(
        has_id != has_secret,
        "hotmart_client_id and hotmart_client_secret go together: one of them is not set",
    );
    findings.must(
        !is_tied && !config.hotmart_hottok.is_empty(),
        "hotmart_hottok is set without a credential: what Hotmart tells cannot be confirmed and is refused",
    );
    findings.must(
        is_tied
            && [&config.hotmart_auth_base, &config.hotmart_api_base]
                .iter()
                .any(|base| base.starts_with("http://")),
        "hotmart_auth_base or hotmart_api_base sends the credential unencrypted: use https://",
    );
    findings.must(
        !is_web(&config.hotmart_course_url),
        "hotmart_course_url is not an address: members would find no courses",
    );
    findings.warn_if(
        is_tied && config.hotmart_hottok.is_empty(),
        "hotmart_hottok is not set: purchases and refunds are noticed only when the platform is asked",
    );
    findings.warn_if(
        is_tied && config.hotmart_product_id.is_empty(),
        "hotmart_product_id is not set: every product of the Hotmart account opens the courses",
    );
}

fn email(findings: &mut Findings, config: &Config) {
    let has_relay = !config.smtp_url.is_empty();
    let relay = config.smtp_url.reveal();
    let is_plain = relay.starts_with("smtp://") && !relay.contains("tls=required");
    findings.must(!has_relay, "smtp_url is not set: e-mails wait in the queue");
    if let Err(error) = mail::settings(config).verify() {
        findings.must(true, error.to_string());
    }
    findings.warn_if(
        has_relay && config.mail_from.is_empty(),
        "mail_from is not set: e-mails come from the owner's own address, for which the relay must be allowed to send",
    );
    findings.must(
        is_plain && relay.contains('@'),
        "smtp_url sends its password unencrypted: use smtps:// or tls=required",
    );
}

fn short_messages(findings: &mut Findings, config: &Config) {
    // That nobody signs in by telephone is the owner's choice.
    let has_service = !config.sms_account.is_empty();
    findings.must(
        has_service && config.sms_url.starts_with("http://"),
        "sms_url sends its token unencrypted: use https://",
    );
    findings.must(
        has_service && config.phone_countries().is_empty(),
        "phone_countries is empty: no telephone number is accepted",
    );
}

fn data_folder(findings: &mut Findings, folder: &Path) {
    let mode = match std::fs::metadata(folder) {
        Ok(metadata) => metadata.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return,
        Err(error) => {
            return findings
                .must(true, format!("the data folder {} cannot be read: {error}", folder.display()));
        }
    };
    let advice = format!("it holds the signing keys; run `chmod 700 {}`", folder.display());
    let (others, group) = (mode & 0o007 != 0, mode & 0o070 != 0);
    findings.must(others, format!("the data folder is open to every user of this machine: {advice}"));
    findings.warn_if(group && !others, format!("the data folder is open to its group: {advice}"));
}

async fn services(findings: &mut Findings, config: &Config, clock: Clock) {
    if let Target::Sqlite(path) = config.database()
        && !path.exists()
    {
        let line = "there is no database yet: start with `ateneu admin create EMAIL`, then `ateneu serve`";
        return findings.must(true, line);
    }
    // Mistakes in edited content are reported one by one.
    let opened = match Content::open(None).map_err(anyhow::Error::from) {
        Ok(originals) => app::open_accounts(config, clock.clone(), originals).await,
        Err(error) => Err(error),
    };
    let accounts = match opened {
        Ok(accounts) => accounts,
        Err(error) => return findings.must(true, one_line(&error)),
    };
    if let Err(error) = people(findings, &accounts.db).await {
        findings.must(true, format!("the accounts cannot be read: {}", one_line(&error)));
    }
    findings.warn_if(
        !accounts.settings.current().email_confirmation_required,
        "email_confirmation_required is off: anybody may open an account with somebody else's address; what belongs to \
         an address stays closed until it is confirmed",
    );
    if let Err(error) = storage(config, &accounts, clock.clone()).await {
        findings.must(true, format!("the file storage cannot be reached: {}", one_line(&error)));
    }
    if let Err(error) = plans(findings, config, &accounts.db, clock).await {
        findings.must(true, format!("what members have cannot be read: {}", one_line(&error)));
    }
    accounts.db.close().await;
}

/// Reports what the content file takes away from members, and withdrawals that were announced.
async fn plans(findings: &mut Findings, config: &Config, db: &Db, clock: Clock) -> Result<()> {
    let now = clock.now();
    let read = db.read(move |tx| {
        Ok::<_, ateneu_db::Error>((
            entitlements::stored(tx)?,
            entitlements::withdrawals(tx, now)?,
            ateneu_settings::text(tx, &VIP_GROUP_ADDRESS)?,
        ))
    });
    let (stored, announced, address) = read.await?;
    // What cannot be read is reported with the owner's words.
    if let Ok(content) = Content::open(Some(&config.content_folder())) {
        for refused in content_reload::refusals(&content.current(), &stored, now) {
            findings.must(true, refused.to_string().replace('\n', " "));
        }
    }
    let entitles = stored.iter().any(|row| row.entitlement == Entitlement::VipChat && row.ends_at.is_none());
    findings.warn_if(
        entitles && address.is_empty(),
        "the plans include the VIP group and its link is not stored: members who click find no group; write it in the \
         panel, under Membros",
    );
    announced.iter().for_each(|withdrawal| findings.warn_if(true, withdrawal_text(withdrawal)));
    Ok(())
}

fn withdrawal_text(withdrawal: &AnnouncedWithdrawal) -> String {
    let AnnouncedWithdrawal { plan, entitlement, ends_at, tells, notified_at, count, members } = withdrawal;
    let notice = match (tells, notified_at) {
        (true, Some(_)) => "were notified by email",
        (true, None) => "are notified by email",
        (false, _) => "are notified by the owner",
    };
    let shown = members.iter().map(|member| {
        let email = member.email.as_deref().unwrap_or("no address");
        member.name.as_ref().map_or_else(|| email.to_owned(), |name| format!("{name} <{email}>"))
    });
    let more = usize::try_from(*count).unwrap_or_default().saturating_sub(members.len());
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "the plan {:?} loses {:?} on {}; {count} members keep it until their first renewal from then on and {notice}: \
         {}{rest}",
        plan.name(),
        entitlement.name(),
        calendar::iso_day(*ends_at),
        shown.collect::<Vec<_>>().join(", ")
    )
}

async fn storage(config: &Config, accounts: &Accounts, clock: Clock) -> Result<()> {
    let storage = files::open(config, &accounts.db, &accounts.schema, &accounts.auth, clock).await?;
    Ok(storage.ping().await?)
}

async fn people(findings: &mut Findings, db: &Db) -> Result<()> {
    const ADMINS: &str = "SELECT u.password_hash IS NOT NULL FROM user_roles r JOIN users u ON u.id = r.user_id \
        WHERE r.role = 'admin' AND u.deleted_at IS NULL";
    const DEMO: &str = "SELECT count(*) FROM users WHERE email LIKE '%@demo.test' AND deleted_at IS NULL";
    const KEYS: &str = "SELECT count(*) FROM signing_keys WHERE retired_at IS NULL";
    let (passwords, demo, keys): (Vec<bool>, i64, i64) = db
        .read(|tx| {
            let passwords = tx.query_as(ADMINS, &[])?;
            Ok::<_, ateneu_db::Error>((passwords, tx.query_one_as(DEMO, &[])?, tx.query_one_as(KEYS, &[])?))
        })
        .await?;
    findings.must(passwords.is_empty(), "nobody is an administrator: run `ateneu admin create EMAIL`");
    findings.warn_if(
        !passwords.is_empty() && !passwords.contains(&true),
        "no administrator has set a password yet: `ateneu admin create EMAIL` prints a new link",
    );
    findings.must(
        demo > 0,
        format!(
            "accounts of the demo ({demo}) are in the database, with a known password: begin with an empty data folder"
        ),
    );
    findings.must(keys == 0, "there is no key to sign with: start `ateneu serve` once");
    Ok(())
}

fn words(findings: &mut Findings, folder: &Path) {
    if let Err(error) = Content::open(Some(folder)) {
        error.0.iter().for_each(|problem| findings.must(true, problem.to_string()));
    }
    // What cannot be read was reported above.
    for problem in unbacked(Some(folder)).unwrap_or_default() {
        findings.must(true, problem.to_string());
    }
    for sample in samples(Some(folder)).unwrap_or_default() {
        findings.must(true, sample_text(&sample));
    }
}

fn sample_text(sample: &Sample) -> String {
    let marked = sample.marked.map(|line| format!("still marked `sample = true` (line {line})"));
    let held = sample.placeholders.first().map(|(line, text)| {
        let count = sample.placeholders.len();
        format!("placeholders left ({count}), first at line {line}: {text:?}")
    });
    let parts: Vec<String> = marked.into_iter().chain(held).collect();
    format!("{}: {}", sample.file, parts.join("; "))
}

fn one_line(error: &anyhow::Error) -> String {
    format!("{error:#}").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first words of the findings about the courses, those that must be fixed first.
    fn found(pairs: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let variable = |name: &str| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        let config = Config::load(folder.path(), variable).unwrap();
        let mut findings = Findings::default();
        courses(&mut findings, &config);
        let first = |lines: Vec<String>| {
            let words = lines.iter().filter_map(|line| line.split(' ').next());
            words.map(str::to_owned).collect()
        };
        (first(findings.must), first(findings.look))
    }

    #[test]
    fn the_course_platform_is_tied_whole_or_not_at_all() {
        let (id, secret) = (("ATENEU_HOTMART_CLIENT_ID", "a"), ("ATENEU_HOTMART_CLIENT_SECRET", "b"));
        let (token, product) = (("ATENEU_HOTMART_HOTTOK", "c"), ("ATENEU_HOTMART_PRODUCT_ID", "1"));
        assert_eq!(found(&[]), (vec![], vec![]), "kept by hand");
        assert_eq!(found(&[id, secret, token, product]), (vec![], vec![]));
        assert_eq!(found(&[id]).0, ["hotmart_client_id"]);
        assert_eq!(found(&[secret]).0, ["hotmart_client_id"]);
        assert_eq!(found(&[token]).0, ["hotmart_hottok"]);
        assert_eq!(found(&[id, secret]).1, ["hotmart_hottok", "hotmart_product_id"]);
        let plain = ("ATENEU_HOTMART_API_BASE", "http://hotmart.example");
        assert_eq!(found(&[id, secret, token, product, plain]).0, ["hotmart_auth_base"]);
        let nowhere = ("ATENEU_HOTMART_COURSE_URL", "cursos");
        assert_eq!(found(&[nowhere]).0, ["hotmart_course_url"]);
    }
}

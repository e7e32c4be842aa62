//! `ateneu check`: faults that a public installation must not have.
//!
//! - `outside`: checks that ask other computers

mod outside;

use std::{
    io,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::Path,
};

use anyhow::Result;
use ateneu_app::{Accounts, Config, open_storage};
use ateneu_backup::{CopyStore, REQUESTS};
use ateneu_base::{
    Clock, Entitlement, Timestamp, calendar,
    config::{Findings, Mode},
};
use ateneu_content::{Content, Sample, samples, unbacked};
use ateneu_copies::BackupsSection;
use ateneu_db::{Db, Target};
use ateneu_jobs::Retention;
use ateneu_membership::{
    entitlements::{self, AnnouncedWithdrawal},
    refused_edits,
};
use ateneu_module::thresholds::{COPY_PERIODS, DISK_ROOM};
use ateneu_pages::Assets;
use ateneu_schema::Words;
use ateneu_settings::declared::VIP_GROUP_ADDRESS;
use ateneu_storage::{Storage, backend::Place};

use crate::retention::{Unheld, unheld};

/// Checks the installation. It migrates the tables, like every command, but creates no new installation.
pub async fn check(config: &Config, clock: Clock) -> Findings {
    let mut findings = Findings::default();
    configuration(&mut findings, config);
    data_folder(&mut findings, &config.site.data);
    services(&mut findings, config, clock).await;
    words(&mut findings, &config.content_folder(), &config.declared.retentions);
    findings
}

fn configuration(findings: &mut Findings, config: &Config) {
    findings.must(
        Assets::embedded().is_empty(),
        "this binary was built without its pages: run `cargo xtask build`",
    );
    for section in &config.declared.config {
        if let Err(error) = config.sections.check(section, &config.site, findings) {
            findings.must(true, one_line(&error));
        }
    }
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
    // Faults in edited content are reported one by one.
    let opened = match Content::open(None).map_err(anyhow::Error::from) {
        Ok(originals) => Accounts::open(config, clock.clone(), originals).await,
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
    match open_storage(config, &accounts, clock.clone()).await {
        Ok(opened) => files(findings, &opened).await,
        Err(error) => {
            findings.must(true, format!("the file storage cannot be reached: {}", one_line(&error)));
        }
    }
    if let Err(error) = copies(findings, config, clock.now()).await {
        findings.must(true, format!("the target of the copies cannot be reached: {}", one_line(&error)));
    }
    let now = clock.now();
    if let Err(error) = outside::clock(findings, &accounts.db, now).await {
        findings.must(true, format!("the clock cannot be compared: {}", one_line(&error)));
    }
    if config.site.mode == Mode::Production {
        outside::mail_records(findings, &accounts.mail).await;
        outside::address(findings, &config.site.public_url, now).await;
    }
    if let Err(error) = plans(findings, config, &accounts.db, now).await {
        findings.must(true, format!("what members have cannot be read: {}", one_line(&error)));
    }
    accounts.db.close().await;
}

/// Reports entitlements that the content file removes from members, and announced withdrawals.
async fn plans(findings: &mut Findings, config: &Config, db: &Db, now: Timestamp) -> Result<()> {
    let read = db.read(move |tx| {
        Ok::<_, ateneu_db::Error>((
            entitlements::stored(tx)?,
            entitlements::withdrawals(tx, now)?,
            ateneu_settings::text(tx, &VIP_GROUP_ADDRESS)?,
        ))
    });
    let (stored, announced, address) = read.await?;
    // Invalid files are reported with the owner's content.
    if let Ok(content) = Content::open(Some(&config.content_folder())) {
        for refused in refused_edits(&content.current(), &stored, now) {
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
        plan.word(),
        entitlement.name(),
        calendar::iso_day(*ends_at),
        shown.collect::<Vec<_>>().join(", ")
    )
}

/// Checks the rights to the file storage and the room on its disk.
async fn files(findings: &mut Findings, storage: &Storage) {
    if let Some(problem) = storage.check_rights().await {
        findings.must(true, format!("the file storage does not work: {}", problem.replace('\n', " ")));
    }
    if let Some((free, min)) = storage.disk_room() {
        let room = format!("the disk has {} MB left", free / 1_000_000);
        findings.must(free < min, format!("{room}: uploads are refused below {} MB", min / 1_000_000));
        findings.warn_if((min..DISK_ROOM).contains(&free), room);
    }
}

/// Lists the target of the copies, if there is one, and warns of a newest copy that is too old.
async fn copies(findings: &mut Findings, config: &Config, now: Timestamp) -> Result<()> {
    let section: BackupsSection = config.sections.get()?;
    let Some(place) = section.place(&config.site.data) else { return Ok(()) };
    findings.warn_if(
        section.continuous && matches!(config.database(), Target::Postgres(_)),
        "backups.continuous is for SQLite: let the PostgreSQL server archive its log",
    );
    findings.warn_if(
        section.continuous && is_on_the_disk_of(&place, &config.site.data),
        "backups.target is on the disk of the data folder: a continuous copy there is lost with it",
    );
    let found = CopyStore::open(&place, REQUESTS)?.list().await?;
    match found.first() {
        None => findings.warn_if(true, "the target of the copies holds none yet"),
        Some(newest) => {
            let hours = (now.seconds() - newest.made_at.seconds()) / 3600;
            findings.warn_if(
                newest.made_at < now - section.stale_after(),
                format!(
                    "the newest copy is {hours} hours old, more than {COPY_PERIODS} periods: `{}` is of {}",
                    newest.name,
                    calendar::iso_day(newest.made_at)
                ),
            );
        }
    }
    Ok(())
}

/// Returns `true` for a folder on the same disk.
fn is_on_the_disk_of(place: &Place, data: &Path) -> bool {
    let Place::Folder(folder) = place else { return false };
    let disk = |path: &Path| std::fs::metadata(path).map(|found| found.dev()).ok();
    disk(folder).is_some_and(|own| disk(data) == Some(own))
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

fn words(findings: &mut Findings, folder: &Path, retentions: &[Retention]) {
    match Content::open(Some(folder)) {
        Err(error) => error.0.iter().for_each(|problem| findings.must(true, problem.to_string())),
        Ok(content) => {
            for Unheld { text, period } in unheld(&content.current().privacy, retentions) {
                let line = format!(
                    "privacy.toml names a period that no job holds ({period}): {text:?}; write one that `docs/operations.md` \
                     lists, or see to it yourself"
                );
                findings.warn_if(true, line);
            }
        }
    }
    // Invalid files were reported above.
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

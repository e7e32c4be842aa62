//! `ateneu backup`, `ateneu restore` and `ateneu resume`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ateneu_app::Config;
use ateneu_backup::{
    ContinuousCopy, CopyStore, Destination, ERASED_LIST, ErasedAccount, Manifest, Origin, Quarantine,
    REQUESTS, RestoredAt, Source, read_erased_list, restore_at,
};
use ateneu_base::{Clock, calendar};
use ateneu_copies::{BackupsSection, Copied, Copies, Deps, read_passphrase};
use ateneu_db::{Db, Migration, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_storage::{
    StorageSection,
    backend::{self, Store},
};

/// Backs up an installation into a file, or into the configured target.
pub async fn backup(
    config: &Config,
    clock: Clock,
    file: Option<&Path>,
    rows_only: bool,
    passphrase_file: Option<&Path>,
) -> Result<()> {
    let db = open(config).await?;
    let done = match file {
        Some(file) => {
            let store = if rows_only { None } else { Some(open_store(config)?) };
            let source = Source { db: db.clone(), store, content: config.content_folder(), clock };
            let passphrase = passphrase_file.map(read_passphrase).transpose()?;
            let made = ateneu_backup::make(&source, file, passphrase.as_deref()).await;
            made.map(|made| (made.manifest, file.display().to_string())).map_err(anyhow::Error::from)
        }
        None if rows_only || passphrase_file.is_some() => Err(anyhow::anyhow!(
            "[backups] of the configuration says what a kept copy holds; give a FILE for another one"
        )),
        None => {
            let made = open_copies(config, db.clone(), clock)?.make().await;
            made.map(|Copied { manifest, name, .. }| (manifest, name)).map_err(anyhow::Error::from)
        }
    };
    db.close().await;
    let (manifest, name) = done?;
    println!("backed up {} into {name}", summary(&manifest));
    Ok(())
}

/// Choice of a backup to be restored.
pub struct Chosen {
    /// The backup.
    pub file: Option<PathBuf>,
    /// Name of a copy in the target, or `newest`.
    pub from_target: Option<String>,
    /// Time of the continuous copy, or `newest`.
    pub at: Option<String>,
    /// List of erased accounts.
    pub erased: Option<PathBuf>,
    /// File with the passphrase.
    pub passphrase_file: Option<PathBuf>,
}

/// Restores a backup.
pub async fn restore(config: &Config, clock: Clock, from: Chosen) -> Result<()> {
    let section: BackupsSection = config.sections.get()?;
    let place = section.place(&config.site.data);
    let target = place.map(|place| CopyStore::open(&place, REQUESTS)).transpose();
    let target = target.context("the target of the copies cannot be used")?;
    let erased = erased_lists(&from, target.as_ref()).await?;
    let mut passphrase_file = from.passphrase_file;
    if from.file.is_none() {
        passphrase_file = passphrase_file.or_else(|| section.passphrase_file(&config.site.data));
    }
    let passphrase = passphrase_file.as_deref().map(read_passphrase).transpose()?;
    let to = Destination {
        database: config.database(),
        migrations: migrations(config),
        store: open_store(config)?,
        content: config.content_folder(),
        erased,
        clock,
    };
    match (from.file, from.from_target, from.at) {
        (Some(file), ..) => restore_backup(Origin::File(file), passphrase, &to).await?,
        (None, Some(name), _) => {
            let target = target.context("backups.target is not set")?;
            let name = choose_copy(&target, name).await?;
            restore_backup(Origin::Copy(target, name), passphrase, &to).await?;
        }
        (None, None, Some(at)) => {
            let target = target.context("backups.target is not set")?;
            restore_continuous(target, passphrase, &at, &to).await?;
        }
        (None, None, None) => bail!("name the backup to be restored"),
    }
    if !to.erased.is_empty() {
        println!("{} accounts were erased once and are erased again at the start", to.erased.len());
    }
    println!("the server starts in quarantine: it sends nothing and runs no jobs until `ateneu resume`");
    Ok(())
}

async fn restore_backup(from: Origin, passphrase: Option<String>, to: &Destination) -> Result<()> {
    let manifest = ateneu_backup::restore(from, passphrase.as_deref(), to).await?;
    println!("restored {} of {}", summary(&manifest), manifest.made_at.to_zulu());
    Ok(())
}

/// Restores the continuous copy of a target as it was at a time.
async fn restore_continuous(
    target: CopyStore,
    passphrase: Option<String>,
    at: &str,
    to: &Destination,
) -> Result<()> {
    let at = match at {
        "newest" => None,
        time => Some(calendar::parse_time(time).with_context(|| {
            format!(
                "`{time}` is no time: write it as 2026-11-22T15:00:05, which is São Paulo's, or with a zone"
            )
        })?),
    };
    let copy = ContinuousCopy::open(target, passphrase).await?;
    let RestoredAt { last_change, files, missing } = restore_at(&copy, at, to).await?;
    println!("restored the database with its last change of {}, and {files} files", last_change.to_zulu());
    if !missing.is_empty() {
        println!(
            "{} files were not copied in time, and have no bytes: {}",
            missing.len(),
            missing.join(", ")
        );
    }
    Ok(())
}

/// Reads every list of erased accounts: the given one, that beside the backup, and that of the target.
async fn erased_lists(from: &Chosen, target: Option<&CopyStore>) -> Result<Vec<ErasedAccount>> {
    let beside = from.file.as_ref().map(|file| file.with_file_name(ERASED_LIST)).filter(|list| list.exists());
    let mut erased = Vec::new();
    for list in from.erased.iter().chain(&beside) {
        let text =
            std::fs::read_to_string(list).with_context(|| format!("cannot read {}", list.display()))?;
        erased.extend(read_erased_list(&text).with_context(|| list.display().to_string())?);
    }
    if let Some(target) = target {
        let text = target.read_text(ERASED_LIST).await?.unwrap_or_default();
        erased.extend(read_erased_list(&text).context("the list in the target")?);
    }
    Ok(erased)
}

/// Returns the name of a copy, after a check that the target has it.
async fn choose_copy(target: &CopyStore, name: String) -> Result<String> {
    let found = target.list().await?;
    let chosen = found.iter().find(|copy| name == "newest" || copy.name == name);
    match chosen {
        Some(copy) => Ok(copy.name.clone()),
        None if found.is_empty() => bail!("the target holds no copy"),
        None => {
            let names: Vec<&str> = found.iter().map(|copy| &*copy.name).collect();
            bail!("the target holds no copy {name}; it has {}", names.join(", "))
        }
    }
}

/// Opens the service of the kept copies.
fn open_copies(config: &Config, db: Db, clock: Clock) -> Result<Copies> {
    let section: BackupsSection = config.sections.get()?;
    if let Some(fault) = section.fault() {
        bail!(fault);
    }
    Ok(Copies::new(Deps {
        db,
        clock,
        files: open_store(config)?,
        content: config.content_folder(),
        data: config.site.data.clone(),
        migrations: migrations(config),
        section,
        requests: REQUESTS,
    }))
}

fn migrations(config: &Config) -> Vec<Migration> {
    MIGRATIONS.iter().chain(&config.declared.migrations).copied().collect()
}

/// Ends the quarantine of a restored server.
pub async fn resume(config: &Config) -> Result<()> {
    let db = open(config).await?;
    let ended = Quarantine::end(&db).await;
    db.close().await;
    println!("{}", if ended? { "the server works again" } else { "the server is not in quarantine" });
    Ok(())
}

/// Opens the database of an installation that exists.
async fn open(config: &Config) -> Result<Db> {
    let database = config.database();
    if let Target::Sqlite(path) = &database
        && !path.exists()
    {
        bail!("there is no database in {}", config.site.data.display());
    }
    Db::open(&database, &migrations(config)).await.context("cannot open the database")
}

fn open_store(config: &Config) -> Result<Store> {
    let section: StorageSection = config.sections.get()?;
    backend::open(&section.place(&config.site.data)).context("cannot open the file storage")
}

fn summary(manifest: &Manifest) -> String {
    let rows = manifest.rows();
    match &manifest.files {
        Some(files) => format!("{rows} rows and {} files ({} bytes)", files.len(), manifest.bytes()),
        None => format!("{rows} rows, and no files"),
    }
}

//! `ateneu backup`, `ateneu restore` and `ateneu resume`.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ateneu_app::Config;
use ateneu_backup::{Destination, Manifest, Quarantine, Source};
use ateneu_base::Clock;
use ateneu_db::{Db, Target};
use ateneu_schema::MIGRATIONS;
use ateneu_storage::{
    StorageSection,
    backend::{self, Store},
};

/// Backs up an installation.
pub async fn backup(
    config: &Config,
    clock: Clock,
    file: &Path,
    rows_only: bool,
    passphrase_file: Option<&Path>,
) -> Result<()> {
    let db = open(config).await?;
    let store = if rows_only { None } else { Some(open_store(config)?) };
    let source = Source { db: db.clone(), store, content: config.content_folder(), clock };
    let passphrase = read_passphrase(passphrase_file)?;
    let made = ateneu_backup::make(&source, file, passphrase.as_deref()).await;
    db.close().await;
    println!("backed up {} into {}", summary(&made?), file.display());
    Ok(())
}

/// Restores a backup.
pub async fn restore(
    config: &Config,
    clock: Clock,
    file: &Path,
    passphrase_file: Option<&Path>,
) -> Result<()> {
    let to = Destination {
        database: config.database(),
        migrations: MIGRATIONS,
        store: open_store(config)?,
        content: config.content_folder(),
        clock,
    };
    let passphrase = read_passphrase(passphrase_file)?;
    let manifest = ateneu_backup::restore(file, passphrase.as_deref(), &to).await?;
    println!("restored {} of {}", summary(&manifest), manifest.made_at.to_zulu());
    println!("the server starts in quarantine: it sends nothing and runs no jobs until `ateneu resume`");
    Ok(())
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
    Db::open(&database, MIGRATIONS).await.context("cannot open the database")
}

fn open_store(config: &Config) -> Result<Store> {
    let section: StorageSection = config.sections.get()?;
    backend::open(&section.place(&config.site.data)).context("cannot open the file storage")
}

fn read_passphrase(file: Option<&Path>) -> Result<Option<String>> {
    let Some(file) = file else { return Ok(None) };
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let passphrase = text.lines().next().unwrap_or_default().to_owned();
    if passphrase.is_empty() {
        bail!("the first line of {} is empty", file.display());
    }
    Ok(Some(passphrase))
}

fn summary(manifest: &Manifest) -> String {
    let rows = manifest.rows();
    match &manifest.files {
        Some(files) => format!("{rows} rows and {} files ({} bytes)", files.len(), manifest.bytes()),
        None => format!("{rows} rows, and no files"),
    }
}

//! Restoring a backup into an empty installation.

use std::{
    fs::File,
    io::{self, BufReader},
    path::{Path, PathBuf},
};

use ateneu_base::{Clock, Value};
use ateneu_db::{Db, Migration, StoredTable, Target, Tx};
use ateneu_storage::backend::Store;
use tokio::runtime::Handle;

use crate::{
    CopyStore, ErasedAccount, Error, Quarantine,
    archive::{Archive, Source},
    erased::{self, record_erasure},
    manifest::{FilePart, Manifest, TablePart, content_name, file_name, rows_name},
    values,
};

/// Installation that receives a backup.
#[derive(Clone)]
pub struct Destination {
    /// The database, of either kind.
    pub database: Target,
    /// All migrations of this program.
    pub migrations: Vec<Migration>,
    /// The store of the files.
    pub store: Store,
    /// Folder of the owner's content files.
    pub content: PathBuf,
    /// Accounts that were erased, which the restored server erases again before it answers.
    pub erased: Vec<ErasedAccount>,
    /// The clock.
    pub clock: Clock,
}

/// Place of a backup that is read.
#[derive(Clone)]
pub enum Origin {
    /// A file.
    File(PathBuf),
    /// A kept copy, by its name.
    Copy(CopyStore, String),
}

impl<P: AsRef<Path>> From<P> for Origin {
    fn from(path: P) -> Self {
        Self::File(path.as_ref().to_owned())
    }
}

/// Number of rows that are inserted at a time.
const ROWS: usize = 200;

/// Opens a backup and compares every part with its hash.
async fn open_checked(from: Origin, passphrase: Option<&str>) -> Result<Archive, Error> {
    let source: Box<dyn Source> = match from {
        Origin::File(path) => Box::new(BufReader::new(File::open(path)?)),
        Origin::Copy(store, name) => store.open_copy(&name).await?,
    };
    let passphrase = passphrase.map(str::to_owned);
    tokio::task::spawn_blocking(move || {
        let mut archive = Archive::open(source, passphrase.as_deref())?;
        archive.check()?;
        Ok(archive)
    })
    .await?
}

/// Restores a backup into an empty installation, whose server is then in quarantine. Every hash is checked first, and the rows
/// are written last, in one transaction: an interrupted restore is repeated, and goes on with the files it had written.
///
/// # Errors
/// Fails if the backup is damaged, made by a newer program or needs another passphrase, or the destination holds data.
pub async fn restore(
    from: impl Into<Origin>,
    passphrase: Option<&str>,
    to: &Destination,
) -> Result<Manifest, Error> {
    let archive = open_checked(from.into(), passphrase).await?;
    let manifest = archive.manifest.clone();
    let migrations = migrations_of(&manifest, &to.migrations)?;
    if let Target::Sqlite(path) = &to.database
        && let Some(folder) = path.parent()
    {
        std::fs::create_dir_all(folder)?;
    }
    let db = Db::open(&to.database, &migrations).await.map_err(|error| match error {
        // The tables of this program have more migrations than the backup, so its server was here before.
        ateneu_db::Error::Newer(_) => Error::NotEmpty,
        other => other.into(),
    })?;
    let restored = fill(&db, archive, to).await;
    db.close().await;
    restored.map(|()| manifest)
}

/// Proves that a backup can be restored: compares every part with its hash, and writes the rows into a new SQLite database in
/// an empty folder, whose counts and consistency it checks. The caller removes the folder.
///
/// # Errors
/// Fails as [`restore`] does, and with [`Error::Unsound`] if the database finds a fault.
pub async fn prove(
    from: impl Into<Origin>,
    passphrase: Option<&str>,
    scratch: &Path,
    migrations: &[Migration],
) -> Result<Manifest, Error> {
    let archive = open_checked(from.into(), passphrase).await?;
    let manifest = archive.manifest.clone();
    let migrations = migrations_of(&manifest, migrations)?;
    let db = Db::open(&Target::Sqlite(scratch.join("proof.db")), &migrations).await?;
    let written = db.write_at_length(move |tx| restore_rows(tx, archive).map(drop));
    let proved = match written.await {
        Ok(()) => db.read_at_length(check_database).await,
        Err(error) => Err(error),
    };
    db.close().await;
    proved.map(|()| manifest)
}

/// Lets SQLite check its own pages, indexes and foreign keys.
pub(crate) fn check_database(tx: &mut Tx<'_>) -> Result<(), Error> {
    let found: Vec<String> = tx.query_as("PRAGMA integrity_check(1)", &[])?;
    match found.first().map(String::as_str) {
        Some("ok") => {}
        fault => return Err(Error::Unsound(fault.unwrap_or("no answer").to_owned())),
    }
    match tx.query("PRAGMA foreign_key_check", &[])?.is_empty() {
        true => Ok(()),
        false => Err(Error::Unsound("a row names another one that is missing".into())),
    }
}

async fn fill(db: &Db, archive: Archive, to: &Destination) -> Result<(), Error> {
    db.read(check_empty).await?;
    let (store, content, runtime) = (to.store.clone(), to.content.clone(), Handle::current());
    let archive = tokio::task::spawn_blocking(move || {
        let mut archive = archive;
        restore_files(&runtime, &store, &mut archive)?;
        restore_content(&content, &mut archive)?;
        Ok::<_, Error>(archive)
    })
    .await??;
    let (now, erased) = (to.clock.now(), to.erased.clone());
    db.write_at_length(move |tx| {
        tx.lock("restore")?;
        check_empty(tx)?;
        let manifest = restore_rows(tx, archive)?;
        if !erased.is_empty() && manifest.tables.iter().all(|table| table.name != erased::TABLE) {
            return Err(Error::NotABackup("it is older than the list of erased accounts".into()));
        }
        store_erased(tx, &erased)?;
        Ok::<_, Error>(Quarantine { begun_at: now, backup_made_at: manifest.made_at }.store(tx)?)
    })
    .await
}

/// Returns the migrations of the backup's tables.
///
/// # Errors
/// Fails with [`Error::Newer`] if this program lacks one.
fn migrations_of(manifest: &Manifest, all: &[Migration]) -> Result<Vec<Migration>, Error> {
    let known: Vec<Migration> = all
        .iter()
        .filter(|(name, _)| manifest.migrations.iter().any(|applied| applied == name))
        .copied()
        .collect();
    if known.len() == manifest.migrations.len() {
        Ok(known)
    } else {
        Err(Error::Newer(manifest.version.clone()))
    }
}

/// Tables that hold rows as soon as an installation is used.
const USED: [&str; 3] = ["users", "objects", "contents"];

fn check_empty(tx: &mut Tx<'_>) -> Result<(), Error> {
    for table in USED {
        if tx.query_optional(&format!("SELECT 1 AS found FROM {table} LIMIT 1"), &[])?.is_some() {
            return Err(Error::NotEmpty);
        }
    }
    Ok(())
}

fn restore_files(runtime: &Handle, store: &Store, archive: &mut Archive) -> Result<(), Error> {
    for FilePart { name, size, .. } in archive.manifest.files.clone().unwrap_or_default() {
        // Bytes of a version never change, and are complete where they have a name.
        if runtime.block_on(store.size_of_version(&name))? == Some(size) {
            continue;
        }
        let mut writer = runtime.block_on(store.write_version(&name))?;
        archive.read(&file_name(&name), |block| Ok(runtime.block_on(writer.push(block))?))?;
        runtime.block_on(writer.finish())?;
    }
    Ok(())
}

fn restore_content(folder: &Path, archive: &mut Archive) -> Result<(), Error> {
    for FilePart { name, .. } in archive.manifest.content.clone() {
        let mut bytes = Vec::new();
        archive.read(&content_name(&name), |block| {
            bytes.extend_from_slice(block);
            Ok(())
        })?;
        write_content_file(folder, &name, &bytes)?;
    }
    Ok(())
}

/// Writes a content file, unless it is there already.
///
/// # Errors
/// Fails with [`Error::NotEmpty`] if another one has its name.
pub(crate) fn write_content_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Error> {
    // A name with a folder in it would leave the content folder.
    if Path::new(name).file_name().is_none_or(|own| own != name) {
        return Err(Error::Damaged(content_name(name)));
    }
    let path = folder.join(name);
    match std::fs::read(&path) {
        Ok(present) if present == bytes => Ok(()),
        Ok(_) => Err(Error::NotEmpty),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            std::fs::create_dir_all(folder)?;
            Ok(std::fs::write(&path, bytes)?)
        }
        Err(error) => Err(error.into()),
    }
}

fn restore_rows(tx: &mut Tx<'_>, mut archive: Archive) -> Result<Manifest, Error> {
    let manifest = archive.manifest.clone();
    let tables = tx.stored_tables()?;
    tx.replace_all_rows(|tx| {
        for part in &manifest.tables {
            let table = tables.iter().find(|table| table.name == part.name);
            let table = table.ok_or_else(|| Error::Damaged(rows_name(&part.name)))?;
            // The order of columns differs between databases that were migrated and new ones.
            let table =
                table.with_columns(&part.columns).ok_or_else(|| Error::Damaged(rows_name(&part.name)))?;
            restore_table(tx, &mut archive, &table, part)?;
        }
        Ok::<_, Error>(())
    })?;
    Ok(manifest)
}

/// Adds the list of erased accounts to that of the backup.
pub(crate) fn store_erased(tx: &mut Tx<'_>, erased: &[ErasedAccount]) -> Result<(), Error> {
    for ErasedAccount { id, erased_at } in erased {
        record_erasure(tx, id, *erased_at)?;
    }
    Ok(())
}

/// Inserts the rows of a table and compares their number.
fn restore_table(
    tx: &mut Tx<'_>,
    archive: &mut Archive,
    table: &StoredTable,
    part: &TablePart,
) -> Result<(), Error> {
    let name = rows_name(&table.name);
    let damaged = || Error::Damaged(name.clone());
    let (mut rows, mut rest): (Vec<Vec<Value>>, Vec<u8>) = Default::default();
    archive.read(&name, |block| {
        rest.extend_from_slice(block);
        let Some(end) = rest.iter().rposition(|byte| *byte == b'\n') else { return Ok(()) };
        let next = rest.split_off(end + 1);
        let lines = std::str::from_utf8(&rest).map_err(|_| damaged())?;
        for line in lines.lines() {
            let row = values::row(line).filter(|row| row.len() == table.columns.len());
            rows.push(row.ok_or_else(damaged)?);
            if rows.len() == ROWS {
                tx.insert_rows(table, &rows)?;
                rows.clear();
            }
        }
        rest = next;
        Ok(())
    })?;
    tx.insert_rows(table, &rows)?;
    if !rest.is_empty() || tx.count_rows(table)? != part.rows {
        return Err(damaged());
    }
    Ok(())
}

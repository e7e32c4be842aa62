//! Restoring a backup into an empty installation.

use std::{
    io,
    path::{Path, PathBuf},
};

use ateneu_base::{Clock, Value};
use ateneu_db::{Db, Migration, StoredTable, Target, Tx};
use ateneu_storage::backend::Store;
use tokio::runtime::Handle;

use crate::{
    Error, Quarantine,
    archive::Archive,
    manifest::{FilePart, Manifest, TablePart, content_name, file_name, rows_name},
    values,
};

/// Installation that receives a backup.
#[derive(Clone)]
pub struct Destination {
    /// The database, of either kind.
    pub database: Target,
    /// All migrations of this program.
    pub migrations: &'static [Migration],
    /// The store of the files.
    pub store: Store,
    /// Folder of the owner's content files.
    pub content: PathBuf,
    /// The clock.
    pub clock: Clock,
}

/// Number of rows that are inserted at a time.
const ROWS: usize = 200;

/// Restores a backup into an empty installation, whose server is then in quarantine. Every hash is checked first, and the rows
/// are written last, in one transaction: an interrupted restore is repeated, and goes on with the files it had written.
///
/// # Errors
/// Fails if the backup is damaged, made by a newer program or needs another passphrase, or the destination holds data.
pub async fn restore(backup: &Path, passphrase: Option<&str>, to: &Destination) -> Result<Manifest, Error> {
    let (path, passphrase) = (backup.to_owned(), passphrase.map(str::to_owned));
    let archive = tokio::task::spawn_blocking(move || {
        let mut archive = Archive::open(&path, passphrase.as_deref())?;
        archive.check()?;
        Ok::<_, Error>(archive)
    })
    .await??;
    let manifest = archive.manifest.clone();
    let migrations = migrations_of(&manifest, to.migrations)?;
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
    let now = to.clock.now();
    db.write_at_length(move |tx| {
        tx.lock("restore")?;
        check_empty(tx)?;
        restore_rows(tx, archive, now)
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
        // A name with a folder in it would leave the content folder.
        if Path::new(&name).file_name().is_none_or(|own| own != &*name) {
            return Err(Error::Damaged(content_name(&name)));
        }
        let mut bytes = Vec::new();
        archive.read(&content_name(&name), |block| {
            bytes.extend_from_slice(block);
            Ok(())
        })?;
        let path = folder.join(&name);
        match std::fs::read(&path) {
            Ok(present) if present == bytes => {}
            Ok(_) => return Err(Error::NotEmpty),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                std::fs::create_dir_all(folder)?;
                std::fs::write(&path, bytes)?;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn restore_rows(tx: &mut Tx<'_>, mut archive: Archive, now: ateneu_base::Timestamp) -> Result<(), Error> {
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
    Ok(Quarantine { begun_at: now, backup_made_at: manifest.made_at }.store(tx)?)
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

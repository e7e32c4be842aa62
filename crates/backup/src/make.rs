//! Making a backup beside a running server.

use std::{
    convert::Infallible,
    path::{Path, PathBuf},
    time::Duration,
};

use ateneu_base::{Clock, ids};
use ateneu_db::{Db, StoredTable, Tx};
use ateneu_storage::{backend::Store, hold_bytes, release_bytes};
use futures::StreamExt;
use tokio::runtime::Handle;

use crate::{
    Error,
    archive::ArchiveWriter,
    manifest::{FORMAT, FilePart, Manifest, TablePart, content_name, file_name, rows_name},
    output::{Create, FileOutput},
    values,
};

/// Installation to back up.
#[derive(Clone)]
pub struct Source {
    /// The database.
    pub db: Db,
    /// The store of the files. `None` backs up rows only.
    pub store: Option<Store>,
    /// Folder of the owner's content files, which need not exist.
    pub content: PathBuf,
    /// The clock.
    pub clock: Clock,
}

/// Tables without a meaning elsewhere: unfinished uploads, whose bytes are not backed up, running backups, and the record of
/// the copies, which the target itself holds.
const LEFT_OUT: [&str; 4] = ["uploads", "upload_pieces", "storage_holds", "backup_copies"];
/// Time for which bytes are held before the hold is renewed; a killed backup holds them no longer.
const HOLD: Duration = Duration::from_mins(10);

/// Backs up rows and files into one file. The server may run: rows are those of one moment, and the files are those that they
/// name.
///
/// # Errors
/// Fails if the database, a file or the disk does. No unfinished file is left.
pub async fn make(source: &Source, target: &Path, passphrase: Option<&str>) -> Result<Made, Error> {
    let target = target.to_owned();
    write_to(source, passphrase, Box::new(move || Ok(Box::new(FileOutput::create(&target)?)))).await
}

/// A backup that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Contents of the backup.
    pub manifest: Manifest,
    /// Number of bytes of the whole backup.
    pub bytes: u64,
}

/// Backs up into an output.
pub(crate) async fn write_to(
    source: &Source,
    passphrase: Option<&str>,
    create: Create,
) -> Result<Made, Error> {
    let passphrase = passphrase.map(str::to_owned);
    // Deriving the key from the passphrase takes a moment.
    let archive =
        tokio::task::spawn_blocking(move || ArchiveWriter::start(create()?, passphrase.as_deref())).await??;
    let hold = Hold::place(source).await?;
    let made = write(source, archive, &hold).await;
    // The hold ends by itself where this fails.
    if let Err(error) = hold.end(source).await {
        tracing::warn!(%error, "the files of a backup could not be released yet");
    }
    made
}

/// A hold on the bytes of removed files.
struct Hold(String);

impl Hold {
    async fn place(source: &Source) -> Result<Self, Error> {
        let hold = Self(ids::random_id());
        hold.renew(source).await?;
        Ok(hold)
    }

    async fn renew(&self, source: &Source) -> Result<(), Error> {
        let (id, until) = (self.0.clone(), source.clock.now() + HOLD);
        Ok(source.db.write(move |tx| hold_bytes(tx, &id, until)).await?)
    }

    /// Renews the hold for as long as it is awaited.
    async fn keep_renewing(&self, source: &Source) -> Infallible {
        loop {
            tokio::time::sleep(HOLD / 4).await;
            if let Err(error) = self.renew(source).await {
                tracing::warn!(%error, "the hold on the files of a backup could not be renewed");
            }
        }
    }

    async fn end(self, source: &Source) -> Result<(), Error> {
        let now = source.clock.now();
        Ok(source.db.write(move |tx| release_bytes(tx, &self.0, now)).await?)
    }
}

async fn write(source: &Source, archive: ArchiveWriter, hold: &Hold) -> Result<Made, Error> {
    let made_at = source.clock.now();
    let Rows { archive, tables, migrations, versions } =
        source.db.read_at_length(move |tx| write_rows(tx, archive)).await?;
    let (archive, files) = match &source.store {
        Some(store) => {
            let (archive, files) = write_files(source, store, archive, versions, hold).await?;
            (archive, Some(files))
        }
        None => (archive, None),
    };
    let folder = source.content.clone();
    let manifest = move |content| Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at,
        migrations,
        tables,
        files,
        content,
    };
    tokio::task::spawn_blocking(move || {
        let mut archive = archive;
        let manifest = manifest(write_content(&mut archive, &folder)?);
        let bytes = archive.finish(&manifest)?;
        Ok(Made { manifest, bytes })
    })
    .await?
}

/// Results of the snapshot of the rows.
struct Rows {
    archive: ArchiveWriter,
    tables: Vec<TablePart>,
    migrations: Vec<String>,
    /// Versions of the files that the rows name.
    versions: Vec<String>,
}

fn write_rows(tx: &mut Tx<'_>, mut archive: ArchiveWriter) -> Result<Rows, Error> {
    let mut tables = Vec::new();
    for table in tx.stored_tables()?.into_iter().filter(|table| !LEFT_OUT.contains(&&*table.name)) {
        archive.begin_part(&rows_name(&table.name), true)?;
        let mut rows = 0;
        tx.each_row(&table, |values| {
            rows += 1;
            archive.write(values::line(values).as_bytes())?;
            archive.write(b"\n")
        })?;
        let StoredTable { name, columns, .. } = table;
        tables.push(TablePart { name, columns, rows, sha256: archive.end_part().sha256 });
    }
    let versions = tx.query_as("SELECT version FROM objects ORDER BY version", &[])?;
    Ok(Rows { archive, tables, migrations: tx.applied_migrations()?, versions })
}

async fn write_files(
    source: &Source,
    store: &Store,
    archive: ArchiveWriter,
    versions: Vec<String>,
    hold: &Hold,
) -> Result<(ArchiveWriter, Vec<FilePart>), Error> {
    let (store, runtime) = (store.clone(), Handle::current());
    let writing = tokio::task::spawn_blocking(move || copy_files(&runtime, &store, archive, versions));
    tokio::select! {
        written = writing => written?,
        never = hold.keep_renewing(source) => match never {},
    }
}

/// Copies the bytes of all versions, from a thread that may wait.
fn copy_files(
    runtime: &Handle,
    store: &Store,
    mut archive: ArchiveWriter,
    versions: Vec<String>,
) -> Result<(ArchiveWriter, Vec<FilePart>), Error> {
    let mut files = Vec::with_capacity(versions.len());
    for name in versions {
        let Some(mut blocks) = runtime.block_on(store.read_version(&name))? else {
            // It was missing before: a removed file is held.
            tracing::warn!(
                version = name,
                "a file has no bytes in the store; its row is backed up without them"
            );
            continue;
        };
        archive.begin_part(&file_name(&name), false)?;
        while let Some(block) = runtime.block_on(blocks.next()) {
            archive.write(&block?)?;
        }
        let checked = archive.end_part();
        files.push(FilePart { name, size: checked.size, sha256: checked.sha256 });
    }
    Ok((archive, files))
}

/// Returns the names of the files in the content folder. Folders in it are not read by the server, nor here.
pub(crate) fn content_files(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    match std::fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                let entry = entry?;
                if entry.file_type()?.is_file() {
                    names.extend(entry.file_name().into_string().ok());
                }
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    names.sort();
    Ok(names)
}

/// Copies the files of the content folder.
fn write_content(archive: &mut ArchiveWriter, folder: &Path) -> Result<Vec<FilePart>, Error> {
    let mut files = Vec::new();
    for name in content_files(folder)? {
        archive.begin_part(&content_name(&name), true)?;
        archive.write(&std::fs::read(folder.join(&name))?)?;
        let checked = archive.end_part();
        files.push(FilePart { name, size: checked.size, sha256: checked.sha256 });
    }
    Ok(files)
}

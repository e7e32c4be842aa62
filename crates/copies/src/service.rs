//! The service: makes copies, keeps as many as configured, and proves the newest.

use std::{
    fs::DirBuilder,
    io,
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use ateneu_backup::{
    CopyStore, ERASED_LIST, FoundCopy, Manifest, Origin, Source, copy_name, erased_accounts, prove,
    read_erased_list, write_erased_list,
};
use ateneu_base::{Clock, Timestamp, ids};
use ateneu_db::{Db, Error as DbError, Migration, Tx};
use ateneu_storage::backend::{RequestLimits, Store};
use parking_lot::Mutex;

use crate::{
    Error, Progress,
    section::{BackupsSection, read_passphrase},
    tables::{CopyRow, CopyState, ProofState},
};

/// Number of rows of copies that are kept, failed ones included.
const MAX_ROWS: i64 = 200;
/// Maximum duration of a copy or a proof.
pub(crate) const MAX_DURATION: Duration = Duration::from_hours(12);
/// Reason of a copy whose server was stopped, in Portuguese.
const INTERRUPTED: &str = "A cópia foi interrompida: o servidor parou antes do fim.";

/// Dependencies of [`Copies`].
pub struct Deps {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The store of the files.
    pub files: Store,
    /// Folder of the owner's content files.
    pub content: PathBuf,
    /// The data folder.
    pub data: PathBuf,
    /// All migrations of this program.
    pub migrations: Vec<Migration>,
    /// Place and schedule of the copies.
    pub section: BackupsSection,
    /// Limits of requests to the target.
    pub requests: RequestLimits,
}

/// The service of the copies. Clones share it.
#[derive(Clone)]
pub struct Copies(Arc<Service>);

struct Service {
    deps: Deps,
    progress: Mutex<Progress>,
}

/// A copy that was made.
#[derive(Clone, Debug)]
pub struct Copied {
    /// Name of its file.
    pub name: String,
    /// Contents of the copy.
    pub manifest: Manifest,
    /// Number of its bytes.
    pub bytes: u64,
    /// Names of the older copies that were removed.
    pub removed: Vec<String>,
}

/// A copy that was proved.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Name of its file.
    pub name: String,
    /// Contents of the copy.
    pub manifest: Manifest,
}

impl Copies {
    /// Creates the service.
    pub fn new(deps: Deps) -> Self {
        Self(Arc::new(Service { deps, progress: Mutex::default() }))
    }

    pub(crate) fn db(&self) -> &Db {
        &self.0.deps.db
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.deps.clock.now()
    }

    pub(crate) fn clock(&self) -> Clock {
        self.0.deps.clock.clone()
    }

    /// Returns the folder of the owner's content files.
    pub(crate) fn content(&self) -> &Path {
        &self.0.deps.content
    }

    /// Returns the store of the files, if the continuous copy holds them: those in a folder. A bucket is no part of this machine.
    pub(crate) fn files_to_copy(&self) -> Option<&Store> {
        let files = &self.0.deps.files;
        (files.is_folder() && !self.0.deps.section.rows_only).then_some(files)
    }

    /// Returns the path of a file for the work of this service.
    pub(crate) fn scratch(&self, name: &str) -> PathBuf {
        self.0.deps.data.join(name)
    }

    /// Returns `true` if the continuous copy is configured.
    pub(crate) fn is_continuous(&self) -> bool {
        self.has_target() && self.0.deps.section.continuous && self.0.deps.db.has_log()
    }

    /// Returns the state of the continuous copy.
    pub fn continuous_progress(&self) -> Progress {
        self.0.progress.lock().clone()
    }

    pub(crate) fn progress(&self, change: impl FnOnce(&mut Progress)) {
        change(&mut self.0.progress.lock());
    }

    pub(crate) fn section(&self) -> &BackupsSection {
        &self.0.deps.section
    }

    /// Returns `true` if a target is configured.
    pub fn has_target(&self) -> bool {
        self.0.deps.section.place(&self.0.deps.data).is_some()
    }

    /// Opens the place of the copies.
    ///
    /// # Errors
    /// Fails with [`Error::NoTarget`] if none is configured.
    pub fn target(&self) -> Result<CopyStore, Error> {
        let place = self.0.deps.section.place(&self.0.deps.data).ok_or(Error::NoTarget)?;
        Ok(CopyStore::open(&place, self.0.deps.requests)?)
    }

    /// Returns the passphrase of the copies. Returns `None` if they are not encrypted.
    ///
    /// # Errors
    /// Fails if its file cannot be read.
    pub fn passphrase(&self) -> Result<Option<String>, Error> {
        let file = self.0.deps.section.passphrase_file(&self.0.deps.data);
        Ok(file.map(|file| read_passphrase(&file)).transpose()?)
    }

    /// Makes a copy, records it and removes the oldest ones.
    ///
    /// # Errors
    /// Fails if the installation cannot be read or the target takes no copy. The failure is recorded, and no unfinished copy
    /// is left.
    pub async fn make(&self) -> Result<Copied, Error> {
        let begun = self.now();
        let mut row = CopyRow {
            id: ids::row_id(begun),
            name: copy_name(begun),
            state: CopyState::Running,
            started_at: begun,
            finished_at: None,
            bytes: None,
            row_count: None,
            file_count: None,
            encrypted: self.0.deps.section.is_encrypted(),
            error: None,
            proof: None,
            proved_at: None,
            proof_error: None,
        };
        let inserted = row.clone();
        self.0.deps.db.write(move |tx| tx.insert(&inserted)).await?;
        let made = self.write_copy(&row.name).await;
        row.finished_at = Some(self.now());
        match &made {
            Ok(copied) => {
                row.state = CopyState::Done;
                (row.bytes, row.row_count, row.file_count) = figures(&copied.manifest, copied.bytes);
            }
            Err(error) => {
                row.state = CopyState::Failed;
                row.error = Some(error.sentence());
            }
        }
        self.0.deps.db.write(move |tx| tx.update(&row).map(drop)).await?;
        let mut copied = made?;
        // The copy is complete, whatever becomes of the older ones.
        match self.remove_oldest().await {
            Ok(removed) => copied.removed = removed,
            Err(error) => tracing::warn!(%error, "older copies could not be removed"),
        }
        Ok(copied)
    }

    async fn write_copy(&self, name: &str) -> Result<Copied, Error> {
        let (target, passphrase) = (self.target()?, self.passphrase()?);
        target.remove_unfinished(self.now() - MAX_DURATION).await?;
        let source = Source {
            db: self.0.deps.db.clone(),
            store: (!self.0.deps.section.rows_only).then(|| self.0.deps.files.clone()),
            content: self.0.deps.content.clone(),
            clock: self.0.deps.clock.clone(),
        };
        // A copy without the list would bring erased accounts back.
        self.store_erased_accounts().await?;
        let made = target.make(&source, name, passphrase.as_deref()).await?;
        Ok(Copied { name: name.to_owned(), manifest: made.manifest, bytes: made.bytes, removed: Vec::new() })
    }

    /// Removes the copies beyond the configured number, and the rows of those that are gone.
    async fn remove_oldest(&self) -> Result<Vec<String>, Error> {
        let target = self.target()?;
        let mut found = target.list().await?;
        let oldest = found.split_off(found.len().min(self.0.deps.section.keep));
        let mut removed = Vec::new();
        for copy in oldest {
            target.remove(&copy.name).await?;
            removed.push(copy.name);
        }
        self.0.deps.db.write(move |tx| remove_rows(tx, &found)).await?;
        Ok(removed)
    }

    /// Marks the copies of a server that was stopped as failed. Must be called while no other copy is made.
    pub(crate) async fn end_interrupted(&self) -> Result<(), Error> {
        let now = self.now();
        let ended = self.0.deps.db.write(move |tx| {
            let running: Vec<CopyRow> = tx.rows("WHERE state = $1", &[CopyState::Running.into()])?;
            for row in running {
                let (state, error) = (CopyState::Failed, Some(INTERRUPTED.to_owned()));
                tx.update(&CopyRow { state, error, finished_at: Some(now), ..row })?;
            }
            Ok::<_, DbError>(())
        });
        Ok(ended.await?)
    }

    /// Stores the ids of erased accounts beside the copies. Returns `false` if the list there is the same.
    ///
    /// # Errors
    /// Fails if the target does. A list that cannot be read is not replaced.
    pub async fn store_erased_accounts(&self) -> Result<bool, Error> {
        let target = self.target()?;
        let own = self.0.deps.db.read(erased_accounts).await?;
        let stored = target.read_text(ERASED_LIST).await?.unwrap_or_default();
        // Those of a database that was lost are there alone.
        let text = write_erased_list(read_erased_list(&stored)?.into_iter().chain(own));
        if text == stored {
            return Ok(false);
        }
        target.write_text(ERASED_LIST, text).await?;
        Ok(true)
    }

    /// Restores the newest copy into a folder of its own, checks it, and records the result.
    ///
    /// # Errors
    /// Fails if there is no copy, or it cannot be restored.
    pub async fn prove(&self) -> Result<Proved, Error> {
        let target = self.target()?;
        let newest = target.list().await?.into_iter().next().ok_or(Error::NoCopy)?;
        let proved = self.prove_copy(target, &newest).await;
        let now = self.now();
        let (manifest, fault) = match &proved {
            Ok(manifest) => (Some(manifest.clone()), None),
            Err(error) => (None, Some(error.sentence())),
        };
        let copy = newest.clone();
        let encrypted = self.0.deps.section.is_encrypted();
        let recorded = self.0.deps.db.write(move |tx| {
            let known: Option<CopyRow> = tx.row("WHERE name = $1", &[(&copy.name).into()])?;
            let is_new = known.is_none();
            // A restored server finds copies of the former one.
            let row = known.unwrap_or_else(|| found_row(&copy, manifest.as_ref(), encrypted, now));
            let proof = Some(if fault.is_none() { ProofState::Passed } else { ProofState::Failed });
            let row = CopyRow { proof, proved_at: Some(now), proof_error: fault, ..row };
            if is_new { tx.insert(&row) } else { tx.update(&row).map(drop) }
        });
        recorded.await?;
        Ok(Proved { name: newest.name, manifest: proved? })
    }

    async fn prove_copy(&self, target: CopyStore, copy: &FoundCopy) -> Result<Manifest, Error> {
        let passphrase = self.passphrase()?;
        let scratch = self.0.deps.data.join("proof-of-copy");
        empty_folder(&scratch).map_err(Error::Scratch)?;
        let from = Origin::Copy(target, copy.name.clone());
        let proved = prove(from, passphrase.as_deref(), &scratch, &self.0.deps.migrations).await;
        std::fs::remove_dir_all(&scratch).map_err(Error::Scratch)?;
        Ok(proved?)
    }

    /// Returns the recorded copies, newest first.
    pub(crate) async fn rows(&self) -> Result<Vec<CopyRow>, Error> {
        let sql = format!("ORDER BY started_at DESC LIMIT {MAX_ROWS}");
        Ok(self.0.deps.db.read(move |tx| tx.rows(&sql, &[])).await?)
    }
}

/// Makes an empty folder that only its owner reads.
pub(crate) fn empty_folder(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    DirBuilder::new().mode(0o700).create(folder)
}

/// Returns the columns of a copy's size: bytes, rows and files.
fn figures(manifest: &Manifest, bytes: u64) -> (Option<i64>, Option<i64>, Option<i64>) {
    let files = manifest.files.as_ref().and_then(|files| i64::try_from(files.len()).ok());
    (i64::try_from(bytes).ok(), i64::try_from(manifest.rows()).ok(), files)
}

fn found_row(copy: &FoundCopy, manifest: Option<&Manifest>, encrypted: bool, now: Timestamp) -> CopyRow {
    let (bytes, row_count, file_count) = match manifest {
        Some(manifest) => figures(manifest, copy.bytes),
        None => (i64::try_from(copy.bytes).ok(), None, None),
    };
    CopyRow {
        id: ids::row_id(now),
        name: copy.name.clone(),
        state: CopyState::Done,
        started_at: copy.made_at,
        finished_at: Some(copy.made_at),
        bytes,
        row_count,
        file_count,
        encrypted,
        error: None,
        proof: None,
        proved_at: None,
        proof_error: None,
    }
}

/// Removes the rows of copies that the target no longer holds, and the oldest of failed ones.
fn remove_rows(tx: &mut Tx<'_>, found: &[FoundCopy]) -> Result<(), DbError> {
    let rows: Vec<CopyRow> = tx.rows("ORDER BY started_at DESC", &[])?;
    let is_old = |place: usize| i64::try_from(place).is_ok_and(|place| place >= MAX_ROWS);
    for (place, row) in rows.into_iter().enumerate() {
        let is_gone = row.state == CopyState::Done && found.iter().all(|copy| copy.name != row.name);
        if is_gone || is_old(place) {
            tx.execute("DELETE FROM backup_copies WHERE id = $1", &[row.id.into()])?;
        }
    }
    Ok(())
}

//! Restoring a continuous copy to a second.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read},
    os::unix::fs::{FileExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use ateneu_base::Timestamp;
use ateneu_db::{Db, Target};
use flate2::read::ZlibDecoder;
use tokio::runtime::Handle;

use crate::{
    ContinuousCopy, Destination, Error, Quarantine,
    continuous::{Found, FoundSnapshot},
    log::{Record, SegmentReader},
    restore::{check_database, store_erased, write_content_file},
};

/// A continuous copy that was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredAt {
    /// Time of the last change that it holds.
    pub last_change: Timestamp,
    /// Number of the stored files.
    pub files: usize,
    /// Versions of files that the place did not have yet.
    pub missing: Vec<String>,
}

/// Restores an installation as it was at a time, or as late as the copy says, into an empty place. Its server is then in
/// quarantine. Until everything was read and checked, the database has another name.
///
/// # Errors
/// Fails if the copy has no such time, is damaged or needs another passphrase, or the destination holds data.
pub async fn restore_at(
    copy: &ContinuousCopy,
    at: Option<Timestamp>,
    to: &Destination,
) -> Result<RestoredAt, Error> {
    let Target::Sqlite(path) = &to.database else { return Err(Error::NeedsSqlite) };
    // The log of a former database would be taken for that of the restored one.
    if ["", "-wal", "-shm"].iter().any(|ending| with_ending(path, ending).exists()) {
        return Err(Error::NotEmpty);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let found = copy.find().await?;
    let snapshot = choose_snapshot(&found, at)?.clone();
    let unfinished = with_ending(path, "-restoring");
    remove_unfinished(&unfinished)?;
    let (runtime, own, file) = (Handle::current(), copy.clone(), unfinished.clone());
    let last_change = tokio::task::spawn_blocking(move || {
        Replay { copy: &own, runtime: &runtime, found: &found, snapshot: &snapshot, at }.run(&file)
    })
    .await??;
    let versions = open_restored(&unfinished, last_change, to).await?;
    let files = versions.len();
    let missing = restore_files(copy, to, versions).await?;
    restore_content(copy, at, &to.content).await?;
    fs::rename(&unfinished, path)?;
    remove_unfinished(&unfinished)?;
    Ok(RestoredAt { last_change, files: files - missing.len(), missing })
}

fn choose_snapshot(found: &Found, at: Option<Timestamp>) -> Result<&FoundSnapshot, Error> {
    let first = found.snapshots.first().ok_or(Error::NoContinuousCopy)?;
    let chosen = found.snapshots.iter().rfind(|snapshot| at.is_none_or(|at| snapshot.at <= at));
    chosen.ok_or_else(|| Error::TooEarly(first.at.to_zulu()))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes what an interrupted restore left.
fn remove_unfinished(path: &Path) -> Result<(), Error> {
    for ending in ["", "-wal", "-shm", "-turns"] {
        match fs::remove_file(with_ending(path, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// A snapshot and the segments that are applied onto it.
struct Replay<'a> {
    copy: &'a ContinuousCopy,
    runtime: &'a Handle,
    found: &'a Found,
    snapshot: &'a FoundSnapshot,
    at: Option<Timestamp>,
}

impl Replay<'_> {
    /// Writes the database. Returns the time of its last change.
    fn run(&self, path: &Path) -> Result<Timestamp, Error> {
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
        let body = self.copy.read(&self.snapshot.name, self.runtime)?;
        let mut body = ZlibDecoder::new(body);
        io::copy(&mut body, &mut &file).and_then(|_| io::copy(body.get_mut(), &mut io::sink())).map_err(
            |error| match error.kind() {
                io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => {
                    Error::Damaged(self.snapshot.name.clone())
                }
                _ => error.into(),
            },
        )?;
        let mut last = self.snapshot.at;
        let mut number = self.snapshot.number;
        while self.apply_segment(&file, number, &mut last)? {
            number += 1;
        }
        file.sync_all()?;
        Ok(last)
    }

    fn has_segment(&self, number: u64) -> bool {
        let numbers = self.found.segments.get(&self.snapshot.log);
        numbers.is_some_and(|numbers| numbers.binary_search(&number).is_ok())
    }

    fn last_segment(&self) -> Option<u64> {
        self.found.segments.get(&self.snapshot.log)?.last().copied()
    }

    /// Applies a segment. Returns `false` if it is beyond the time or the end of the log.
    fn apply_segment(&self, file: &File, number: u64, last: &mut Timestamp) -> Result<bool, Error> {
        if self.at.is_some_and(|at| at <= *last) {
            return Ok(false);
        }
        let name = self.copy.segment_name(&self.snapshot.log, number);
        let broken = |last: &Timestamp| Error::BrokenLog { part: name.clone(), last: last.to_zulu() };
        if !self.has_segment(number) {
            let is_end = self.last_segment().is_none_or(|last| last < number);
            return if is_end { Ok(false) } else { Err(broken(last)) };
        }
        // A damaged segment is found before a page of it is applied.
        let records = self.read_segment(&name, number).map_err(|error| match error {
            Error::Io(_) | Error::NotABackup(_) | Error::Damaged(_) => broken(last),
            other => other,
        })?;
        let Some(Segment { first_at, rest, page_size, records }) = records else {
            return Err(broken(last));
        };
        let is_later = |time: Timestamp| self.at.is_some_and(|at| time > at);
        if is_later(first_at) {
            return Ok(false);
        }
        let mut parts = (number + 1)..=(number + u64::from(rest));
        if let Some(missing) = parts.find(|part| !self.has_segment(*part)) {
            // A killed server leaves the first parts of its last group without the others.
            let is_last = self.last_segment().is_none_or(|last| last < missing);
            return if is_last { Ok(false) } else { Err(broken(last)) };
        }
        let mut pages = Vec::new();
        for record in records {
            match record {
                Record::Page(number, page) => pages.push((number, page)),
                Record::EndOfGroup(time, _) if is_later(time) => return Ok(false),
                Record::EndOfGroup(time, count) => {
                    write_pages(file, page_size, &mut pages)?;
                    file.set_len(u64::from(count) * u64::from(page_size))?;
                    *last = time;
                }
            }
        }
        write_pages(file, page_size, &mut pages)?;
        Ok(true)
    }

    /// Reads a segment whole. Returns `None` if it is another one than its name says.
    fn read_segment(&self, name: &str, number: u64) -> Result<Option<Segment>, Error> {
        let mut reader = SegmentReader::open(self.copy.read(name, self.runtime)?)?;
        let header = reader.header.clone();
        if header.log != self.snapshot.log || header.number != number {
            return Ok(None);
        }
        let mut records = Vec::new();
        while let Some(record) = reader.read_record()? {
            records.push(record);
        }
        let (first_at, rest, page_size) = (header.first_at, header.rest, header.page_size);
        Ok(Some(Segment { first_at, rest, page_size, records }))
    }
}

struct Segment {
    first_at: Timestamp,
    rest: u32,
    page_size: u32,
    records: Vec<Record>,
}

fn write_pages(file: &File, page_size: u32, pages: &mut Vec<(u32, Vec<u8>)>) -> Result<(), Error> {
    for (number, page) in pages.drain(..) {
        let place = u64::from(number.saturating_sub(1)) * u64::from(page_size);
        file.write_all_at(&page, place)?;
    }
    Ok(())
}

/// Checks the restored database, puts it into quarantine and lists the accounts to be erased. Returns the versions of its files.
async fn open_restored(path: &Path, made_at: Timestamp, to: &Destination) -> Result<Vec<String>, Error> {
    let db = Db::open(&Target::Sqlite(path.to_owned()), &to.migrations).await?;
    let prepared = prepare(&db, made_at, to).await;
    db.close().await;
    let log = with_ending(path, "-wal");
    if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(Error::Unsound("its log could not be moved into it".into()));
    }
    prepared
}

async fn prepare(db: &Db, backup_made_at: Timestamp, to: &Destination) -> Result<Vec<String>, Error> {
    db.read_at_length(check_database).await?;
    let (begun_at, erased) = (to.clock.now(), to.erased.clone());
    db.write_at_length(move |tx| {
        store_erased(tx, &erased)?;
        Quarantine { begun_at, backup_made_at }.store(tx)?;
        Ok::<_, Error>(tx.query_as("SELECT version FROM objects ORDER BY version", &[])?)
    })
    .await
}

/// Restores the bytes of the stored files. Returns the versions that the place does not have.
async fn restore_files(
    copy: &ContinuousCopy,
    to: &Destination,
    versions: Vec<String>,
) -> Result<Vec<String>, Error> {
    let mut missing = Vec::new();
    for version in versions {
        // Bytes of a version never change, and are complete where they have a name.
        if to.store.size_of_version(&version).await?.is_some() {
            continue;
        }
        let (copy, store, runtime) = (copy.clone(), to.store.clone(), Handle::current());
        let own = version.clone();
        let restored = tokio::task::spawn_blocking(move || {
            let name = copy.file_name(&version);
            let mut reader = copy.read(&name, &runtime)?;
            let mut writer = runtime.block_on(store.write_version(&version))?;
            let mut block = vec![0; 128 << 10];
            loop {
                let read = reader.read(&mut block).map_err(|error| match error.kind() {
                    io::ErrorKind::InvalidData => Error::Damaged(name.clone()),
                    _ => error.into(),
                })?;
                if read == 0 {
                    return Ok::<_, Error>(runtime.block_on(writer.finish())?);
                }
                runtime.block_on(writer.push(&block[..read]))?;
            }
        });
        match restored.await? {
            Err(Error::NoSuchCopy(_)) => missing.push(own),
            restored => restored?,
        }
    }
    Ok(missing)
}

/// Restores the owner's content files of that time.
async fn restore_content(copy: &ContinuousCopy, at: Option<Timestamp>, folder: &Path) -> Result<(), Error> {
    let is_early = |name: &str| {
        let micros = name.rsplit('/').next().and_then(|micros| micros.parse::<i64>().ok());
        micros.is_some_and(|micros| at.is_none_or(|at| micros <= at.micros()))
    };
    let names = copy.content_names().await?;
    let Some(name) = names.into_iter().rfind(|name| is_early(name)) else { return Ok(()) };
    for (file, bytes) in copy.read_content(name.clone()).await?.0 {
        let bytes = hex::decode(bytes).map_err(|_| Error::Damaged(name.clone()))?;
        write_content_file(folder, &file, &bytes)?;
    }
    Ok(())
}

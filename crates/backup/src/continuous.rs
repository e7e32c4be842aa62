//! The continuous copy of a SQLite installation in the place of the copies (decision 0192): snapshots of the database, the
//! segments of the log that follow them, the stored files and the owner's content.
//!
//! Its objects lie below `continuous`, encrypted ones below `continuous-encrypted`, where `key` has the salt of the passphrase.
//! `log/<log>/snapshot-<number>-<time>` is a database onto which the segments of that log are applied from that number on;
//! `log/<log>/<number>` is a segment. A log begins at each start of the server. `files/<version>` and `content/<time>` hold
//! files.

use std::{
    collections::{BTreeMap, HashSet},
    io::{self, Read},
    path::Path,
    time::Duration,
};

use ateneu_base::Timestamp;
use ateneu_storage::backend::Store;
use futures::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use crate::{
    CopyStore, Error,
    encryption::{ObjectSecret, SALT},
    make::content_files,
    objects::{ObjectReader, object, write_object},
};

const PLAIN: &str = "continuous";
const ENCRYPTED: &str = "continuous-encrypted";
const KEY: &str = "continuous-encrypted/key";
/// Time after which what no second needs is removed.
const KEPT: Duration = Duration::from_hours(8 * 24);

/// A continuous copy. Clones share it.
#[derive(Clone)]
pub struct ContinuousCopy {
    pub(crate) store: CopyStore,
    pub(crate) secret: Option<ObjectSecret>,
}

/// A snapshot in the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundSnapshot {
    pub(crate) name: String,
    pub(crate) log: String,
    /// Number of the first segment that is applied onto it.
    pub(crate) number: u64,
    pub(crate) at: Timestamp,
}

/// The snapshots and segments of the place, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) snapshots: Vec<FoundSnapshot>,
    /// Numbers of the segments by log.
    pub(crate) segments: BTreeMap<String, Vec<u64>>,
}

impl ContinuousCopy {
    /// Opens the continuous copy of a place.
    ///
    /// # Errors
    /// Fails if the place does, and with [`Error::NoContinuousCopy`] if it has none with a passphrase.
    pub async fn open(store: CopyStore, passphrase: Option<String>) -> Result<Self, Error> {
        let Some(passphrase) = passphrase else { return Ok(Self { store, secret: None }) };
        let salt = store.read_text(KEY).await?.ok_or(Error::NoContinuousCopy)?;
        let salt = hex::decode(salt.trim()).map_err(|_| Error::Damaged(KEY.into()))?;
        let secret = tokio::task::spawn_blocking(move || ObjectSecret::derive(&passphrase, &salt)).await??;
        Ok(Self { store, secret: Some(secret) })
    }

    /// Opens the continuous copy of a place, or begins one. Must not be called twice at a time.
    ///
    /// # Errors
    /// Fails if the place does, and with [`Error::Damaged`] if it has lost the salt of the passphrase.
    pub async fn open_or_begin(store: CopyStore, passphrase: Option<String>) -> Result<Self, Error> {
        if passphrase.is_some() && store.read_text(KEY).await?.is_none() {
            if !store.names(ENCRYPTED).await?.is_empty() {
                return Err(Error::Damaged(KEY.into()));
            }
            store.write_text(KEY, hex::encode(rand::random::<[u8; SALT]>())).await?;
        }
        Self::open(store, passphrase).await
    }

    /// Returns the name of an object, or of a folder.
    pub(crate) fn name(&self, own: &str) -> String {
        let root = if self.secret.is_some() { ENCRYPTED } else { PLAIN };
        format!("{root}/{own}")
    }

    pub(crate) fn segment_name(&self, log: &str, number: u64) -> String {
        self.name(&format!("log/{log}/{number:010}"))
    }

    pub(crate) fn file_name(&self, version: &str) -> String {
        self.name(&format!("files/{version}"))
    }

    /// Returns the names of the stored states of the content, oldest first.
    pub(crate) async fn content_names(&self) -> Result<Vec<String>, Error> {
        let names = self.store.names(&self.name("content")).await?;
        Ok(names.into_iter().map(|(name, _)| name).collect())
    }

    /// Opens an object, on a thread that may wait.
    pub(crate) fn read(&self, name: &str, runtime: &Handle) -> Result<ObjectReader, Error> {
        ObjectReader::open(name, runtime.block_on(self.store.open_object(name))?, self.secret.as_ref())
    }

    /// Returns the snapshots and segments.
    pub(crate) async fn find(&self) -> Result<Found, Error> {
        let mut found = Found::default();
        for (name, _) in self.store.names(&self.name("log")).await? {
            let mut parts = name.rsplit('/');
            let (Some(own), Some(log)) = (parts.next(), parts.next()) else { continue };
            let log = log.to_owned();
            if let Ok(number) = own.parse() {
                found.segments.entry(log).or_default().push(number);
                continue;
            }
            let snapshot = own.strip_prefix("snapshot-").and_then(|rest| rest.split_once('-'));
            let Some((Ok(number), Ok(at))) =
                snapshot.map(|(number, at)| (number.parse(), at.parse().map(Timestamp::from_micros)))
            else {
                continue;
            };
            found.snapshots.push(FoundSnapshot { name, log, number, at });
        }
        found.snapshots.sort_by_key(|snapshot| snapshot.at);
        Ok(found)
    }

    /// Removes what is not needed to restore the last seven days.
    ///
    /// # Errors
    /// Fails if the place does.
    pub async fn remove_old(&self, now: Timestamp) -> Result<(), Error> {
        let found = self.find().await?;
        let before = now - KEPT;
        let Some(first) = found.snapshots.iter().rposition(|snapshot| snapshot.at <= before) else {
            return Ok(());
        };
        let mut names: Vec<String> =
            found.snapshots[..first].iter().map(|snapshot| snapshot.name.clone()).collect();
        let needed = &found.snapshots[first..];
        for (log, numbers) in &found.segments {
            let from = needed.iter().filter(|snapshot| snapshot.log == *log).map(|snapshot| snapshot.number);
            let from = from.min().unwrap_or(u64::MAX);
            // Names of logs are times. One without a snapshot yet may be the present one.
            if from < u64::MAX || *log < needed[0].log {
                let old = numbers.iter().filter(|number| **number < from);
                names.extend(old.map(|number| self.segment_name(log, *number)));
            }
        }
        self.store.remove_all(names).await
    }

    /// Copies the bytes of stored files that the place does not have, and removes those that went long ago. Returns the number
    /// of files that it copied.
    ///
    /// # Errors
    /// Fails if the place or the store does.
    pub async fn copy_files(
        &self,
        store: &Store,
        known: &mut KnownFiles,
        versions: Vec<String>,
        now: Timestamp,
    ) -> Result<usize, Error> {
        let present = match &mut known.0 {
            Some(present) => present,
            none => none.insert(self.file_names().await?),
        };
        let mut copied = 0;
        for version in &versions {
            if !present.contains(version) && self.copy_file(store, version).await? {
                present.insert(version.clone());
                copied += 1;
            }
        }
        let wanted: HashSet<&String> = versions.iter().collect();
        let gone: Vec<String> = present.iter().filter(|name| !wanted.contains(name)).cloned().collect();
        for name in self.remove_old_files(gone, now).await? {
            present.remove(&name);
        }
        Ok(copied)
    }

    async fn file_names(&self) -> Result<HashSet<String>, Error> {
        let names = self.store.names(&self.name("files")).await?;
        Ok(names.into_iter().filter_map(|(name, _)| Some(name.rsplit('/').next()?.to_owned())).collect())
    }

    /// Copies the bytes of a version. Returns `false` if they were removed meanwhile.
    async fn copy_file(&self, store: &Store, version: &str) -> Result<bool, Error> {
        let Some(mut blocks) = store.read_version(version).await? else { return Ok(false) };
        let runtime = Handle::current();
        write_object(&self.store, &self.file_name(version), self.secret.as_ref(), move |writer| {
            while let Some(block) = runtime.block_on(blocks.next()) {
                writer.write_all(&block?)?;
            }
            Ok(())
        })
        .await?;
        Ok(true)
    }

    /// Records files that went, and removes those that went long ago. Returns the removed ones.
    async fn remove_old_files(&self, gone: Vec<String>, now: Timestamp) -> Result<Vec<String>, Error> {
        let place = self.name("removed-files");
        let text = self.store.read_text(&place).await?.unwrap_or_default();
        let before: Removed = match &*text {
            "" => Removed::default(),
            text => serde_json::from_str(text).map_err(|_| Error::Damaged(place.clone()))?,
        };
        let since = |name: &String| before.0.get(name).copied().unwrap_or(now);
        let after = Removed(gone.iter().map(|name| (name.clone(), since(name))).collect());
        let (old, kept): (BTreeMap<_, _>, BTreeMap<_, _>) =
            after.0.into_iter().partition(|(_, since)| *since < now - KEPT);
        let old: Vec<String> = old.into_keys().collect();
        self.store.remove_all(old.iter().map(|name| self.file_name(name)).collect()).await?;
        if kept != before.0 {
            let text = serde_json::to_string(&Removed(kept)).map_err(io::Error::other)?;
            self.store.write_text(&place, text).await?;
        }
        Ok(old)
    }

    /// Stores the owner's content files, if they differ from the last ones, and removes states that went long ago.
    ///
    /// # Errors
    /// Fails if the folder cannot be read or the place does.
    pub async fn copy_content(
        &self,
        folder: &Path,
        last: &mut Option<ContentFiles>,
        now: Timestamp,
    ) -> Result<(), Error> {
        let folder = folder.to_owned();
        let read = tokio::task::spawn_blocking(move || {
            let names = content_files(&folder)?.into_iter();
            let read = names.map(|name| Ok((name.clone(), hex::encode(std::fs::read(folder.join(name))?))));
            Ok::<_, Error>(ContentFiles(read.collect::<io::Result<_>>()?))
        });
        let files = read.await??;
        let names = self.content_names().await?;
        if last.is_none()
            && let Some(newest) = names.last()
        {
            *last = Some(self.read_content(newest.clone()).await?);
        }
        if last.as_ref() == Some(&files) {
            return Ok(());
        }
        let text = serde_json::to_vec(&files).map_err(io::Error::other)?;
        let name = self.name(&format!("content/{:016}", now.micros()));
        self.store.put(&name, object(&name, &text, self.secret.as_ref())?).await?;
        *last = Some(files);
        let oldest = self.name(&format!("content/{:016}", (now - KEPT).micros()));
        let old = names.iter().filter(|name| **name <= oldest).count().saturating_sub(1);
        self.store.remove_all(names.into_iter().take(old).collect()).await
    }

    /// Reads a state of the content.
    pub(crate) async fn read_content(&self, name: String) -> Result<ContentFiles, Error> {
        let (copy, runtime) = (self.clone(), Handle::current());
        tokio::task::spawn_blocking(move || {
            let mut text = Vec::new();
            copy.read(&name, &runtime)?.read_to_end(&mut text)?;
            serde_json::from_slice(&text).map_err(|_| Error::Damaged(name))
        })
        .await?
    }
}

/// Names of the files that the place has, once they were listed.
#[derive(Default)]
pub struct KnownFiles(Option<HashSet<String>>);

#[derive(Default, Serialize, Deserialize)]
struct Removed(BTreeMap<String, Timestamp>);

/// The owner's content files: their bytes in hex, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContentFiles(pub(crate) BTreeMap<String, String>);

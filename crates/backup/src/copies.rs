//! The place of kept copies: a folder, or a bucket of an S3-compatible service, and the copies in it.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use ateneu_base::Timestamp;
use ateneu_storage::backend::{OpenError, Place, RequestLimits, open_objects};
use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, future::BoxFuture, stream::BoxStream};
use object_store::{MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload, path::Path as Key};
use tokio::{runtime::Handle, sync::mpsc, task::JoinSet};

use crate::{
    Error, Made, Source as Installation,
    archive::Source,
    make::write_to,
    output::{Create, FileOutput, Output, PART, Piece, UploadOutput},
};

/// Limits of the requests with a part of a copy: its bytes may take minutes, and a whole copy is tried again later.
pub const REQUESTS: RequestLimits = RequestLimits { timeout: Duration::from_mins(5), retries: 4 };
/// Parts on their way at a time. Memory holds one more that is filled, and one that waits.
const PARTS: usize = 2;
/// Bytes that are read from a copy at a time.
const READ: u64 = 4 << 20;
/// Maximum number of names that are listed.
const MAX_NAMES: usize = 10_000;
/// Ending of the name of a copy.
const ENDING: &str = ".ateneu";

/// Returns the name of a copy that is made at that time, such as `2026-11-30T05-00-00Z.ateneu`.
pub fn copy_name(at: Timestamp) -> String {
    let text = Timestamp::from_seconds(at.seconds()).to_zulu().replace(':', "-");
    format!("{}Z{ENDING}", text.get(..19).unwrap_or(&text))
}

/// Returns the time in the name of a copy. Returns `None` if it is not the name of one.
pub fn time_of_copy(name: &str) -> Option<Timestamp> {
    let (day, time) = name.strip_suffix(ENDING)?.strip_suffix('Z')?.split_once('T')?;
    let at = Timestamp::parse(&format!("{day}T{}Z", time.replace('-', ":"))).ok()?;
    (copy_name(at) == name).then_some(at)
}

/// A copy that the place holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundCopy {
    /// Name of its file.
    pub name: String,
    /// Time in its name.
    pub made_at: Timestamp,
    /// Number of bytes.
    pub bytes: u64,
}

/// A copy that is read from its beginning.
pub struct CopyBytes {
    /// Number of bytes.
    pub size: u64,
    /// The bytes, block by block.
    pub blocks: BoxStream<'static, Result<Bytes, Error>>,
}

/// The place of kept copies. Clones share it.
#[derive(Clone)]
pub struct CopyStore {
    objects: Arc<dyn ObjectStore>,
    /// The folder, if it is one.
    folder: Option<PathBuf>,
}

impl CopyStore {
    /// Opens a place. A folder is created if it is missing.
    ///
    /// # Errors
    /// Fails if the address is malformed or the folder cannot be used.
    pub fn open(place: &Place, limits: RequestLimits) -> Result<Self, OpenError> {
        let folder = match place {
            Place::Folder(folder) => Some(folder.clone()),
            Place::S3 { .. } => None,
        };
        Ok(Self { objects: open_objects(place, limits)?, folder })
    }

    /// Backs up an installation into a copy of this name.
    ///
    /// # Errors
    /// Fails if the installation cannot be read or the place does not take the bytes. No unfinished copy is left.
    pub async fn make(
        &self,
        source: &Installation,
        name: &str,
        passphrase: Option<&str>,
    ) -> Result<Made, Error> {
        let (source, passphrase) = (source.clone(), passphrase.map(str::to_owned));
        self.write(name, move |create| {
            Box::pin(async move {
                let made = write_to(&source, passphrase.as_deref(), create).await?;
                let bytes = made.bytes;
                Ok((made, bytes))
            })
        })
        .await
    }

    /// Writes what the function gives to the output that it opens. The function returns the number of bytes, too.
    pub(crate) async fn write<T>(
        &self,
        name: &str,
        write: impl FnOnce(Create) -> BoxFuture<'static, Result<(T, u64), Error>>,
    ) -> Result<T, Error> {
        if let Some(folder) = &self.folder {
            let target = folder.join(name);
            let create = move || Ok::<_, Error>(Box::new(FileOutput::create(&target)?) as Box<dyn Output>);
            return Ok(write(Box::new(create)).await?.0);
        }
        let key = Key::from(name);
        let upload = self.objects.put_multipart(&key).await?;
        let (pieces, received) = mpsc::channel(1);
        let sending = tokio::spawn(send_parts(upload, received));
        let written = write(Box::new(move || Ok(Box::new(UploadOutput::new(pieces))))).await;
        // The reason of an upload that ended is the upload's.
        sending.await??;
        let (written, bytes) = written?;
        let stored = self.objects.head(&key).await?.size;
        if stored != bytes {
            self.remove(name).await?;
            return Err(Error::Target(format!("it stored {stored} of {bytes} bytes")));
        }
        Ok(written)
    }

    /// Returns the copies, newest first.
    ///
    /// # Errors
    /// Fails if the place cannot be read.
    pub async fn list(&self) -> Result<Vec<FoundCopy>, Error> {
        // Below it are the many objects of the continuous copy.
        let found = self.objects.list_with_delimiter(None).await?.objects;
        let found = found.into_iter().take(MAX_NAMES).filter_map(|object| {
            let name = object.location.as_ref().to_owned();
            let made_at = time_of_copy(&name)?;
            Some(FoundCopy { name, made_at, bytes: object.size })
        });
        let mut all: Vec<FoundCopy> = found.collect();
        all.sort_by(|one, other| other.name.cmp(&one.name));
        Ok(all)
    }

    /// Removes a copy.
    ///
    /// # Errors
    /// Fails if the place does.
    pub async fn remove(&self, name: &str) -> Result<(), Error> {
        if let Some(folder) = &self.folder {
            return match std::fs::remove_file(folder.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        }
        match self.objects.delete(&Key::from(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes what killed backups left in a folder before that time. In a bucket, a lifecycle rule does.
    ///
    /// # Errors
    /// Fails if the folder cannot be changed.
    pub async fn remove_unfinished(&self, before: Timestamp) -> Result<(), Error> {
        let Some(folder) = &self.folder else { return Ok(()) };
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_str().and_then(|name| name.strip_suffix(PART)).unwrap_or_default();
            if time_of_copy(name).is_some_and(|begun_at| begun_at < before) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Returns the bytes of a copy.
    ///
    /// # Errors
    /// Fails with [`Error::NoSuchCopy`] if there is none of this name.
    pub async fn read(&self, name: &str) -> Result<CopyBytes, Error> {
        let found = self.objects.get(&Key::from(name)).await.map_err(|error| no_such(name, error))?;
        let size = found.meta.size;
        Ok(CopyBytes { size, blocks: found.into_stream().map_err(Error::from).boxed() })
    }

    /// Returns a small text. Returns `None` if there is none of this name.
    ///
    /// # Errors
    /// Fails if the place does.
    pub async fn read_text(&self, name: &str) -> Result<Option<String>, Error> {
        match self.objects.get(&Key::from(name)).await {
            Ok(found) => Ok(Some(String::from_utf8_lossy(&found.bytes().await?).into_owned())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores a small text.
    ///
    /// # Errors
    /// Fails if the place does.
    pub async fn write_text(&self, name: &str, text: String) -> Result<(), Error> {
        self.objects.put(&Key::from(name), PutPayload::from(text)).await?;
        Ok(())
    }

    /// Returns the names below a folder, in their order, and the sizes.
    ///
    /// # Errors
    /// Fails if the place does.
    pub(crate) async fn names(&self, folder: &str) -> Result<Vec<(String, u64)>, Error> {
        let objects = self.objects.list(Some(&Key::from(folder)));
        let named = objects.map_ok(|object| (object.location.as_ref().to_owned(), object.size));
        let mut all: Vec<(String, u64)> = named.try_collect().await?;
        all.retain(|(name, _)| !name.ends_with(PART));
        all.sort();
        Ok(all)
    }

    /// Stores a small object, in place of a former one.
    ///
    /// # Errors
    /// Fails if the place does.
    pub(crate) async fn put(&self, name: &str, bytes: Vec<u8>) -> Result<(), Error> {
        self.objects.put(&Key::from(name), PutPayload::from(bytes)).await?;
        Ok(())
    }

    /// Removes many objects.
    ///
    /// # Errors
    /// Fails if the place does.
    pub(crate) async fn remove_all(&self, names: Vec<String>) -> Result<(), Error> {
        let keys = futures::stream::iter(names.into_iter().map(|name| Ok(Key::from(name))));
        self.objects.delete_stream(keys.boxed()).try_for_each(|_| async { Ok(()) }).await?;
        Ok(())
    }

    /// Opens a copy to be read from any place, by a thread that may wait.
    pub(crate) async fn open_copy(&self, name: &str) -> Result<Box<dyn Source>, Error> {
        match time_of_copy(name) {
            Some(_) => self.open_object(name).await,
            None => Err(Error::NoSuchCopy(name.to_owned())),
        }
    }

    /// Opens an object to be read from any place, by a thread that may wait.
    pub(crate) async fn open_object(&self, name: &str) -> Result<Box<dyn Source>, Error> {
        if let Some(folder) = &self.folder {
            return match File::open(folder.join(name)) {
                Ok(file) => Ok(Box::new(BufReader::new(file))),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    Err(Error::NoSuchCopy(name.to_owned()))
                }
                Err(error) => Err(error.into()),
            };
        }
        let key = Key::from(name);
        let size = self.objects.head(&key).await.map_err(|error| no_such(name, error))?.size;
        let (objects, runtime) = (Arc::clone(&self.objects), Handle::current());
        Ok(Box::new(RangeReader { objects, key, size, place: 0, block: (0, Bytes::new()), runtime }))
    }
}

fn no_such(name: &str, error: object_store::Error) -> Error {
    match error {
        object_store::Error::NotFound { .. } => Error::NoSuchCopy(name.to_owned()),
        error => error.into(),
    }
}

/// Sends the parts of an upload. Gives it up if a part is refused, or the pieces end without their end: then it succeeds,
/// because the writer has the reason.
async fn send_parts(
    mut upload: Box<dyn MultipartUpload>,
    mut pieces: mpsc::Receiver<Piece>,
) -> Result<(), Error> {
    let mut parts = JoinSet::new();
    let is_whole = loop {
        match pieces.recv().await {
            None => break Ok(false),
            Some(Piece::End) => break Ok(true),
            Some(Piece::Bytes(bytes)) => {
                if parts.len() == PARTS
                    && let Err(error) = finish_one(&mut parts).await
                {
                    break Err(error);
                }
                parts.spawn(upload.put_part(bytes.into()));
            }
        }
    };
    let whole = match is_whole {
        Ok(true) => finish_all(&mut parts).await.map(|()| true),
        other => other,
    };
    let ended = match whole {
        Ok(true) => match upload.complete().await {
            Ok(_) => return Ok(()),
            Err(error) => Err(error.into()),
        },
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    // Ends the pieces first, so that the writer does not wait.
    drop(pieces);
    parts.shutdown().await;
    if let Err(error) = upload.abort().await {
        tracing::warn!(%error, "the parts of an unfinished backup could not be removed from the target");
    }
    ended
}

async fn finish_all(parts: &mut JoinSet<object_store::Result<()>>) -> Result<(), Error> {
    while !parts.is_empty() {
        finish_one(parts).await?;
    }
    Ok(())
}

async fn finish_one(parts: &mut JoinSet<object_store::Result<()>>) -> Result<(), Error> {
    match parts.join_next().await {
        Some(sent) => Ok(sent??),
        None => Ok(()),
    }
}

/// Reads a copy in a bucket by ranges, so that a restore needs no second copy on the disk.
struct RangeReader {
    objects: Arc<dyn ObjectStore>,
    key: Key,
    size: u64,
    place: u64,
    /// The last block that was read, and its place.
    block: (u64, Bytes),
    runtime: Handle,
}

impl RangeReader {
    /// Returns the bytes of the block from the place on. Reads another block if it holds none.
    fn rest(&mut self) -> io::Result<&[u8]> {
        let (start, block) = &self.block;
        if self.place < *start || self.place >= start + block.len() as u64 {
            let range = self.place..self.size.min(self.place + READ);
            let wanted = range.end - range.start;
            let block = self.runtime.block_on(self.objects.get_range(&self.key, range));
            let block = block.map_err(|error| io::Error::other(Error::from(error)))?;
            if block.len() as u64 != wanted {
                let error = format!("it sent {} of {wanted} bytes", block.len());
                return Err(io::Error::other(Error::Target(error)));
            }
            self.block = (self.place, block);
        }
        let within = usize::try_from(self.place - self.block.0).map_err(io::Error::other)?;
        Ok(self.block.1.get(within..).unwrap_or_default())
    }
}

impl Read for RangeReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.place >= self.size || into.is_empty() {
            return Ok(0);
        }
        let rest = self.rest()?;
        let taken = rest.len().min(into.len());
        into[..taken].copy_from_slice(&rest[..taken]);
        self.place += taken as u64;
        Ok(taken)
    }
}

impl Seek for RangeReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.place.checked_add_signed(by),
        };
        self.place = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_copy_tells_its_time() {
        let at = Timestamp::parse("2026-11-30T05:00:07.25Z").unwrap();
        assert_eq!(copy_name(at), "2026-11-30T05-00-07Z.ateneu");
        assert_eq!(time_of_copy(&copy_name(at)), Some(Timestamp::from_seconds(at.seconds())));
        for other in
            ["", "erased-accounts.txt", "2026-11-30T05-00-07Z.ateneu.part", "primeira.ateneu", "../a.ateneu"]
        {
            assert_eq!(time_of_copy(other), None, "{other}");
        }
    }
}

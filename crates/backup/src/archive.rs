//! The file of a backup: a zip archive, written and read as a stream, encrypted on request.

use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use aws_lc_rs::digest::{Context, SHA256};
use zip::{
    CompressionMethod, ZipArchive, ZipWriter,
    result::ZipError,
    write::{SimpleFileOptions, StreamWriter},
};

use crate::{
    Error,
    encryption::{Decrypted, Encrypted, KeySource, MAGIC},
    manifest::{FORMAT, Manifest, NAME, content_name, file_name, rows_name},
    output::Output,
};

/// Bytes that are read at a time.
const BLOCK: usize = 128 << 10;

/// Size and hash of a written or read part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) size: u64,
    pub(crate) sha256: String,
}

/// Counts and hashes bytes.
struct Checking {
    size: u64,
    hash: Context,
}

impl Checking {
    fn new() -> Self {
        Self { size: 0, hash: Context::new(&SHA256) }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.size += bytes.len() as u64;
        self.hash.update(bytes);
    }

    fn end(self) -> Checked {
        Checked { size: self.size, sha256: hex::encode(self.hash.finish()) }
    }
}

/// Destination of the archive.
struct Sink {
    bytes: Bytes,
    /// True once the backup is given up: the archive then writes its end, which nobody reads.
    is_given_up: Arc<AtomicBool>,
}

/// The output itself, or its encryption.
enum Bytes {
    Plain(Box<dyn Output>),
    Encrypted(Encrypted<Box<dyn Output>>),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_given_up.load(Ordering::Relaxed) {
            return Ok(bytes.len());
        }
        match &mut self.bytes {
            Bytes::Plain(output) => output.write(bytes),
            Bytes::Encrypted(output) => output.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.bytes {
            _ if self.is_given_up.load(Ordering::Relaxed) => Ok(()),
            Bytes::Plain(output) => output.flush(),
            Bytes::Encrypted(output) => output.flush(),
        }
    }
}

/// A backup that is being written. Dropped before [`ArchiveWriter::finish`], it leaves nothing behind.
pub(crate) struct ArchiveWriter {
    zip: Option<ZipWriter<StreamWriter<Sink>>>,
    checking: Checking,
    is_given_up: Arc<AtomicBool>,
}

impl Drop for ArchiveWriter {
    fn drop(&mut self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }
}

impl ArchiveWriter {
    /// Begins a backup.
    pub(crate) fn start(output: Box<dyn Output>, passphrase: Option<&str>) -> Result<Self, Error> {
        let bytes = match passphrase {
            Some(passphrase) => Bytes::Encrypted(Encrypted::new(output, KeySource::Passphrase(passphrase))?),
            None => Bytes::Plain(output),
        };
        let is_given_up = Arc::new(AtomicBool::new(false));
        let sink = Sink { bytes, is_given_up: Arc::clone(&is_given_up) };
        Ok(Self { zip: Some(ZipWriter::new_stream(sink)), checking: Checking::new(), is_given_up })
    }

    fn zip(&mut self) -> Result<&mut ZipWriter<StreamWriter<Sink>>, Error> {
        self.zip.as_mut().ok_or_else(|| Error::Io(io::Error::other("the backup was finished before")))
    }

    /// Begins a part. `compresses` is for rows; pictures and recordings are compressed already.
    pub(crate) fn begin_part(&mut self, name: &str, compresses: bool) -> Result<(), Error> {
        let method = if compresses { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let options = SimpleFileOptions::default().compression_method(method).large_file(true);
        self.checking = Checking::new();
        Ok(self.zip()?.start_file(name, options)?)
    }

    /// Adds bytes to the part.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.checking.add(bytes);
        Ok(self.zip()?.write_all(bytes)?)
    }

    /// Ends the part.
    pub(crate) fn end_part(&mut self) -> Checked {
        std::mem::replace(&mut self.checking, Checking::new()).end()
    }

    /// Writes the manifest and completes the backup. Returns its number of bytes.
    pub(crate) fn finish(mut self, manifest: &Manifest) -> Result<u64, Error> {
        self.begin_part(NAME, true)?;
        let text = serde_json::to_vec_pretty(manifest).map_err(io::Error::other)?;
        self.write(&text)?;
        self.zip()?;
        let Some(zip) = self.zip.take() else { return Ok(0) };
        let output = match zip.finish()?.into_inner().bytes {
            Bytes::Plain(output) => output,
            Bytes::Encrypted(output) => output.finish()?,
        };
        output.complete()
    }
}

/// Bytes of an archive that is read.
pub(crate) trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// An opened backup.
pub(crate) struct Archive {
    zip: ZipArchive<Box<dyn Source>>,
    pub(crate) manifest: Manifest,
}

impl Archive {
    /// Opens a backup and reads its manifest.
    ///
    /// # Errors
    /// Fails if the file is no backup, is not complete, was made by a newer program, or needs another passphrase.
    pub(crate) fn open(mut source: Box<dyn Source>, passphrase: Option<&str>) -> Result<Self, Error> {
        let mut first = Vec::new();
        Read::by_ref(&mut source).take(MAGIC.len() as u64).read_to_end(&mut first)?;
        source.seek(SeekFrom::Start(0))?;
        let source: Box<dyn Source> = match (first == MAGIC, passphrase) {
            (true, Some(passphrase)) => Box::new(Decrypted::open(source, KeySource::Passphrase(passphrase))?),
            (true, None) => return Err(Error::NeedsPassphrase),
            (false, _) => source,
        };
        let mut zip = ZipArchive::new(source)?;
        let mut text = Vec::new();
        zip.by_name(NAME)
            .map_err(|error| match error {
                ZipError::Io(error) => error.into(),
                _ => Error::NotABackup("it has no manifest".into()),
            })?
            .read_to_end(&mut text)?;
        let manifest = read_manifest(&text)?;
        Ok(Self { zip, manifest })
    }

    /// Compares every part with its hash, and the names of all parts with the manifest.
    ///
    /// # Errors
    /// Fails with [`Error::Damaged`] and the name of the part.
    pub(crate) fn check(&mut self) -> Result<(), Error> {
        let manifest = self.manifest.clone();
        let mut parts: Vec<(String, Option<u64>, &str)> = Vec::new();
        parts.extend(manifest.tables.iter().map(|table| (rows_name(&table.name), None, &*table.sha256)));
        let files = manifest.files.iter().flatten();
        parts.extend(files.map(|file| (file_name(&file.name), Some(file.size), &*file.sha256)));
        let content = manifest.content.iter();
        parts.extend(content.map(|file| (content_name(&file.name), Some(file.size), &*file.sha256)));
        if self.zip.len() != parts.len() + 1 {
            return Err(Error::Damaged("the list of its parts".into()));
        }
        for (name, size, sha256) in parts {
            let found = self.read(&name, |_| Ok(())).map_err(|error| match error {
                // Encryption tells that bytes were altered, and not in which part.
                Error::Io(_) | Error::NotABackup(_) => Error::Damaged(name.clone()),
                other => other,
            })?;
            if found.sha256 != sha256 || size.is_some_and(|size| size != found.size) {
                return Err(Error::Damaged(name));
            }
        }
        Ok(())
    }

    /// Calls `take` with the bytes of a part, block by block. Returns their size and hash.
    pub(crate) fn read(
        &mut self,
        name: &str,
        mut take: impl FnMut(&[u8]) -> Result<(), Error>,
    ) -> Result<Checked, Error> {
        let mut part = self.zip.by_name(name).map_err(|error| match error {
            ZipError::Io(error) => error.into(),
            _ => Error::Damaged(name.to_owned()),
        })?;
        let (mut checking, mut block) = (Checking::new(), vec![0; BLOCK]);
        loop {
            let read = part.read(&mut block)?;
            if read == 0 {
                return Ok(checking.end());
            }
            checking.add(&block[..read]);
            take(&block[..read])?;
        }
    }
}

/// Reads a manifest. One of a newer form is named before anything else in it is read.
fn read_manifest(text: &[u8]) -> Result<Manifest, Error> {
    let unreadable =
        |error: serde_json::Error| Error::NotABackup(format!("its manifest cannot be read: {error}"));
    let json: serde_json::Value = serde_json::from_slice(text).map_err(unreadable)?;
    let format = json.get("format").and_then(serde_json::Value::as_u64);
    if format.is_some_and(|format| format > u64::from(FORMAT)) {
        let version = json.get("version").and_then(serde_json::Value::as_str).unwrap_or("unknown");
        return Err(Error::Newer(version.to_owned()));
    }
    serde_json::from_value(json).map_err(unreadable)
}

//! Destinations of a backup's bytes: a file, or the parts of an upload.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use bytes::Bytes;
use tokio::sync::mpsc;

use crate::Error;

/// Bytes that are written to the disk at a time.
const BLOCK: usize = 128 << 10;
/// Bytes after which the disk is waited for: more of them at once would hold up the commits of the server on it.
const SYNC_AFTER: u64 = 8 << 20;

/// Destination of a backup. Dropped before [`Output::complete`], it leaves nothing behind.
pub(crate) trait Output: Write + Send {
    /// Makes the backup durable and gives it its name. Returns its number of bytes.
    fn complete(self: Box<Self>) -> Result<u64, Error>;
}

/// Opens a destination, on a thread that may wait.
pub(crate) type Create = Box<dyn FnOnce() -> Result<Box<dyn Output>, Error> + Send>;

/// A file that is written beside its name.
pub(crate) struct FileOutput {
    file: BufWriter<File>,
    written: u64,
    synced: u64,
    part: PathBuf,
    target: PathBuf,
    /// True once it has its name.
    is_named: bool,
}

/// Ending of the name of an unfinished file.
pub(crate) const PART: &str = ".part";

impl FileOutput {
    /// Begins a file.
    ///
    /// # Errors
    /// Fails with [`Error::Exists`] if there is a file of this name.
    pub(crate) fn create(target: &Path) -> Result<Self, Error> {
        if target.exists() {
            return Err(Error::Exists(target.display().to_string()));
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut name = target.as_os_str().to_owned();
        name.push(PART);
        let part = PathBuf::from(name);
        // It holds everything the database does, so it is readable by its owner only.
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        let file = BufWriter::with_capacity(BLOCK, file);
        Ok(Self { file, written: 0, synced: 0, part, target: target.to_owned(), is_named: false })
    }
}

impl Write for FileOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.file.write(bytes)?;
        self.written += taken as u64;
        if self.written - self.synced >= SYNC_AFTER {
            self.file.flush()?;
            self.file.get_ref().sync_data()?;
            self.synced = self.written;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Output for FileOutput {
    fn complete(mut self: Box<Self>) -> Result<u64, Error> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        if self.target.exists() {
            return Err(Error::Exists(self.target.display().to_string()));
        }
        fs::rename(&self.part, &self.target)?;
        self.is_named = true;
        Ok(self.written)
    }
}

impl Drop for FileOutput {
    fn drop(&mut self) {
        if self.is_named {
            return;
        }
        if let Err(error) = fs::remove_file(&self.part) {
            tracing::warn!(%error, path = %self.part.display(), "an unfinished backup could not be removed");
        }
    }
}

/// Piece of an upload.
pub(crate) enum Piece {
    Bytes(Bytes),
    /// The end of a complete backup. Without it the upload is given up.
    End,
}

/// Bytes of a part of an upload. S3 takes 10,000 parts, and some services want all but the last to have one size.
const UPLOAD_PART: usize = 16 << 20;

/// Bytes on their way to an upload, which another task sends.
pub(crate) struct UploadOutput {
    pieces: mpsc::Sender<Piece>,
    part: Vec<u8>,
    written: u64,
}

impl UploadOutput {
    pub(crate) fn new(pieces: mpsc::Sender<Piece>) -> Self {
        Self { pieces, part: Vec::new(), written: 0 }
    }

    fn send(&self, piece: Piece) -> io::Result<()> {
        // The task that sends has the reason.
        self.pieces.blocking_send(piece).map_err(|_| io::Error::other("the upload has ended"))
    }
}

impl Write for UploadOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.part.capacity() == 0 {
            self.part.reserve_exact(UPLOAD_PART);
        }
        let taken = bytes.len().min(UPLOAD_PART - self.part.len());
        self.part.extend_from_slice(&bytes[..taken]);
        self.written += taken as u64;
        if self.part.len() == UPLOAD_PART {
            let part = std::mem::take(&mut self.part);
            self.send(Piece::Bytes(part.into()))?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        // Parts but the last are full.
        Ok(())
    }
}

impl Output for UploadOutput {
    fn complete(mut self: Box<Self>) -> Result<u64, Error> {
        let part = std::mem::take(&mut self.part);
        if !part.is_empty() {
            self.send(Piece::Bytes(part.into()))?;
        }
        self.send(Piece::End)?;
        Ok(self.written)
    }
}

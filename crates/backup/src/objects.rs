//! Objects of a continuous copy: bytes, followed by their SHA-256, encrypted if there is a secret.

use std::io::{self, Read, Write};

use aws_lc_rs::digest::{Context, SHA256, SHA256_OUTPUT_LEN};

use crate::{
    CopyStore, Error,
    archive::Source,
    encryption::{Decrypted, Encrypted, KeySource, OBJECT_MAGIC, ObjectSecret},
};

/// Writes the bytes of an object and their hash.
pub(crate) struct Hashing<W> {
    inner: W,
    hash: Context,
}

impl<W: Write> Hashing<W> {
    pub(crate) fn new(inner: W) -> Self {
        Self { inner, hash: Context::new(&SHA256) }
    }

    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.inner.write_all(self.hash.finish().as_ref())?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.inner.write(bytes)?;
        self.hash.update(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Returns a small object of this name and these bytes.
pub(crate) fn object(name: &str, bytes: &[u8], secret: Option<&ObjectSecret>) -> Result<Vec<u8>, Error> {
    let mut hashing = Hashing::new(Vec::with_capacity(bytes.len() + SHA256_OUTPUT_LEN));
    hashing.write_all(bytes)?;
    let hashed = hashing.finish()?;
    let Some(secret) = secret else { return Ok(hashed) };
    let mut encrypted =
        Encrypted::new(Vec::with_capacity(hashed.len() + 64), KeySource::Object(secret, name))?;
    encrypted.write_all(&hashed)?;
    Ok(encrypted.finish()?)
}

/// Writes an object of any size.
pub(crate) async fn write_object(
    store: &CopyStore,
    name: &str,
    secret: Option<&ObjectSecret>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Error> + Send + 'static,
) -> Result<(), Error> {
    let (secret, own) = (secret.cloned(), name.to_owned());
    store
        .write(name, move |create| {
            Box::pin(async move {
                let written = tokio::task::spawn_blocking(move || {
                    let output = create()?;
                    let Some(secret) = secret else {
                        let mut hashing = Hashing::new(output);
                        write(&mut hashing)?;
                        return hashing.finish()?.complete();
                    };
                    let mut hashing = Hashing::new(Encrypted::new(output, KeySource::Object(&secret, &own))?);
                    write(&mut hashing)?;
                    hashing.finish()?.finish()?.complete()
                });
                Ok(((), written.await??))
            })
        })
        .await
}

/// Reads the bytes of an object, and compares them with their hash at their end.
pub(crate) struct ObjectReader {
    inner: Box<dyn Source>,
    hash: Context,
    /// Bytes that were read and not given yet. The last of them may be the hash.
    held: Vec<u8>,
    is_at_end: bool,
}

impl ObjectReader {
    /// Opens the object of a name, on a thread that may wait. With a secret it must be encrypted.
    pub(crate) fn open(
        name: &str,
        mut source: Box<dyn Source>,
        secret: Option<&ObjectSecret>,
    ) -> Result<Self, Error> {
        let mut first = Vec::new();
        Read::by_ref(&mut source).take(OBJECT_MAGIC.len() as u64).read_to_end(&mut first)?;
        source.seek(io::SeekFrom::Start(0))?;
        let inner: Box<dyn Source> = match (first == OBJECT_MAGIC, secret) {
            (true, Some(secret)) => Box::new(Decrypted::open(source, KeySource::Object(secret, name))?),
            (false, None) => source,
            _ => return Err(Error::Damaged(name.to_owned())),
        };
        Ok(Self { inner, hash: Context::new(&SHA256), held: Vec::new(), is_at_end: false })
    }
}

/// Bytes that are read at a time.
const BLOCK: usize = 64 << 10;

impl Read for ObjectReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.is_at_end && self.held.len() <= SHA256_OUTPUT_LEN {
            let before = self.held.len();
            self.held.resize(before + BLOCK, 0);
            let read = self.inner.read(&mut self.held[before..])?;
            self.held.truncate(before + read);
            self.is_at_end = read == 0;
        }
        let given = self.held.len().saturating_sub(SHA256_OUTPUT_LEN).min(into.len());
        if given == 0 && !into.is_empty() && self.hash.clone().finish().as_ref() != &*self.held {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "its hash differs"));
        }
        into[..given].copy_from_slice(&self.held[..given]);
        self.hash.update(&self.held[..given]);
        self.held.drain(..given);
        Ok(given)
    }
}

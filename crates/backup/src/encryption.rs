//! Encryption with a passphrase, in chunks, so that a file of any size is written and read with little memory.
//!
//! After [`MAGIC`] and a salt come chunks of [`CHUNK`] bytes, each sealed by AES-256-GCM under a key that Argon2id derives from
//! the passphrase. The many small objects of a continuous copy, which begin with [`OBJECT_MAGIC`], have one derivation from the
//! passphrase, and their keys follow from it, their salts and their names by HKDF. The nonce is the number of the chunk and whether it is the last one, so that chunks can be neither exchanged
//! nor cut off.

use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    sync::Arc,
};

use argon2::{Algorithm, Argon2, Params, Version};
use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, Prk},
};

use crate::Error;

/// First bytes of an encrypted backup.
pub(crate) const MAGIC: &[u8; 16] = b"ateneu-backup-1\n";
/// First bytes of an encrypted object of a continuous copy.
pub(crate) const OBJECT_MAGIC: &[u8; 16] = b"ateneu-object-1\n";
pub(crate) const SALT: usize = 16;
/// Bytes of a chunk before it is sealed.
const CHUNK: usize = 64 << 10;
const TAG: usize = 16;
/// Memory in KiB and passes of the key's derivation.
const MEMORY: u32 = 64 << 10;
const PASSES: u32 = 3;

fn derive(passphrase: &str, salt: &[u8]) -> io::Result<[u8; 32]> {
    let mut key = [0; 32];
    let params = Params::new(MEMORY, PASSES, 1, None).map_err(io::Error::other)?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.as_bytes(), salt, &mut key)
        .map_err(io::Error::other)?;
    Ok(key)
}

/// Secret of a continuous copy, from which the keys of its objects follow.
#[derive(Clone)]
pub(crate) struct ObjectSecret(Arc<Prk>);

impl ObjectSecret {
    /// Derives the secret from the passphrase, which takes a moment.
    pub(crate) fn derive(passphrase: &str, salt: &[u8]) -> io::Result<Self> {
        Ok(Self(Arc::new(Prk::new_less_safe(HKDF_SHA256, &derive(passphrase, salt)?))))
    }
}

/// Origin of a key.
#[derive(Clone, Copy)]
pub(crate) enum KeySource<'a> {
    /// A passphrase: for a backup.
    Passphrase(&'a str),
    /// A secret and a name: for an object of a continuous copy, which opens under its own name only.
    Object(&'a ObjectSecret, &'a str),
}

impl KeySource<'_> {
    fn magic(self) -> &'static [u8; 16] {
        match self {
            Self::Passphrase(_) => MAGIC,
            Self::Object(..) => OBJECT_MAGIC,
        }
    }

    fn key(self, salt: &[u8]) -> io::Result<LessSafeKey> {
        let failed = |_| io::Error::other("a key could not be derived");
        let key = match self {
            Self::Passphrase(passphrase) => UnboundKey::new(&AES_256_GCM, &derive(passphrase, salt)?),
            Self::Object(ObjectSecret(secret), name) => {
                secret.expand(&[salt, name.as_bytes()], &AES_256_GCM).map(UnboundKey::from)
            }
        };
        key.map(LessSafeKey::new).map_err(failed)
    }
}

fn nonce(number: u64, is_last: bool) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[..8].copy_from_slice(&number.to_be_bytes());
    bytes[NONCE_LEN - 1] = u8::from(is_last);
    Nonce::assume_unique_for_key(bytes)
}

/// Encrypts what is written to it.
pub(crate) struct Encrypted<W> {
    key: LessSafeKey,
    inner: W,
    chunk: Vec<u8>,
    number: u64,
}

impl<W: Write> Encrypted<W> {
    pub(crate) fn new(mut inner: W, from: KeySource<'_>) -> io::Result<Self> {
        let salt: [u8; SALT] = rand::random();
        inner.write_all(from.magic())?;
        inner.write_all(&salt)?;
        Ok(Self { key: from.key(&salt)?, inner, chunk: Vec::with_capacity(CHUNK + TAG), number: 0 })
    }

    /// Seals the last chunk and returns the writer below.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.seal(true)?;
        Ok(self.inner)
    }

    fn seal(&mut self, is_last: bool) -> io::Result<()> {
        self.key
            .seal_in_place_append_tag(nonce(self.number, is_last), Aad::empty(), &mut self.chunk)
            .map_err(|_| io::Error::other("a chunk could not be encrypted"))?;
        self.inner.write_all(&self.chunk)?;
        self.chunk.clear();
        self.number += 1;
        Ok(())
    }
}

impl<W: Write> Write for Encrypted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.chunk.len() == CHUNK {
            self.seal(false)?;
        }
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Decrypts what is read from it, from any place.
pub(crate) struct Decrypted<R> {
    key: LessSafeKey,
    inner: R,
    chunks: u64,
    /// Length in bytes when decrypted.
    length: u64,
    place: u64,
    open: Option<(u64, Vec<u8>)>,
}

impl<R: Read + Seek> Decrypted<R> {
    /// Opens a file that begins with the first bytes of its kind.
    ///
    /// # Errors
    /// Fails with [`Error::WrongPassphrase`] if the first chunk does not open.
    pub(crate) fn open(mut inner: R, from: KeySource<'_>) -> Result<Self, Error> {
        let mut salt = [0; SALT];
        inner.seek(SeekFrom::Start(MAGIC.len() as u64))?;
        inner.read_exact(&mut salt).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Error::NotABackup("it ends too early".into()),
            _ => error.into(),
        })?;
        let key = from.key(&salt)?;
        let sealed = inner.seek(SeekFrom::End(0))? - (MAGIC.len() + SALT) as u64;
        let chunks = sealed.div_ceil((CHUNK + TAG) as u64);
        let length = sealed.saturating_sub(chunks * TAG as u64);
        let mut opened = Self { key, inner, chunks, length, place: 0, open: None };
        opened.open_chunk(0).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => Error::WrongPassphrase,
            _ => error.into(),
        })?;
        Ok(opened)
    }

    fn open_chunk(&mut self, number: u64) -> io::Result<&[u8]> {
        if self.open.as_ref().is_none_or(|(open, _)| *open != number) {
            let start = (MAGIC.len() + SALT) as u64 + number * (CHUNK + TAG) as u64;
            self.inner.seek(SeekFrom::Start(start))?;
            let mut chunk = Vec::with_capacity(CHUNK + TAG);
            self.inner.by_ref().take((CHUNK + TAG) as u64).read_to_end(&mut chunk)?;
            let is_last = number + 1 == self.chunks;
            let opened = self
                .key
                .open_in_place(nonce(number, is_last), Aad::empty(), &mut chunk)
                .map_err(|_| {
                    io::Error::new(io::ErrorKind::InvalidData, "an encrypted part was altered or is missing")
                })?
                .len();
            chunk.truncate(opened);
            self.open = Some((number, chunk));
        }
        Ok(self.open.as_ref().map_or(&[], |(_, chunk)| chunk))
    }
}

impl<R: Read + Seek> Read for Decrypted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.place >= self.length {
            return Ok(0);
        }
        let (number, within) = (self.place / CHUNK as u64, (self.place % CHUNK as u64) as usize);
        let chunk = self.open_chunk(number)?;
        let left = chunk.get(within..).unwrap_or_default();
        let taken = left.len().min(into.len());
        into[..taken].copy_from_slice(&left[..taken]);
        self.place += taken as u64;
        Ok(taken)
    }
}

impl<R: Read + Seek> Seek for Decrypted<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
            SeekFrom::Current(by) => self.place.checked_add_signed(by),
        };
        self.place = place.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.place)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn encrypted(bytes: &[u8]) -> Vec<u8> {
        let mut writer = Encrypted::new(Vec::new(), KeySource::Passphrase("três palavras longas")).unwrap();
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap()
    }

    fn decrypted(file: &[u8], passphrase: &str) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        Decrypted::open(Cursor::new(file), KeySource::Passphrase(passphrase))?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn a_file_of_any_length_reads_as_it_was_written() {
        for length in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 17] {
            let bytes: Vec<u8> = (0..length).map(|place| (place % 251) as u8).collect();
            let file = encrypted(&bytes);
            assert_eq!(decrypted(&file, "três palavras longas").unwrap(), bytes, "{length}");
        }
    }

    #[test]
    fn a_wrong_passphrase_is_named() {
        assert!(matches!(decrypted(&encrypted(b"segredo"), "outra"), Err(Error::WrongPassphrase)));
    }

    #[test]
    fn an_altered_cut_or_reordered_file_is_refused() {
        let sealed = CHUNK + TAG;
        let file = encrypted(&vec![7; 3 * CHUNK]);
        let start = MAGIC.len() + SALT;
        let mut altered = file.clone();
        altered[start + sealed + 5] ^= 1;
        let cut = &file[..start + 2 * sealed];
        let reordered = [
            &file[..start],
            &file[start + sealed..start + 2 * sealed],
            &file[start..start + sealed],
            &file[start + 2 * sealed..],
        ]
        .concat();
        for broken in [&altered[..], cut, &reordered] {
            assert!(decrypted(broken, "três palavras longas").is_err());
        }
    }

    #[test]
    fn a_part_is_read_from_its_place() {
        let bytes: Vec<u8> = (0..2 * CHUNK + 9).map(|place| (place % 251) as u8).collect();
        let mut reader =
            Decrypted::open(Cursor::new(encrypted(&bytes)), KeySource::Passphrase("três palavras longas"))
                .unwrap();
        for place in [2 * CHUNK, CHUNK - 2, 0] {
            reader.seek(SeekFrom::Start(place as u64)).unwrap();
            let mut part = [0; 4];
            reader.read_exact(&mut part).unwrap();
            assert_eq!(part, bytes[place..place + 4]);
        }
    }
}

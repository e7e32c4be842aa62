//! Segments of a continuous copy: pages that commits wrote, with the commits' times.
//!
//! A segment holds some groups of commits, or one part of a group that is too large for one. It is a header and records, all of
//! them compressed: a page has its number, the end of a group its time and the number of pages of the database.

use std::io::{self, Read, Write};

use ateneu_base::Timestamp;
use flate2::{Compression, read::ZlibDecoder, write::ZlibEncoder};

use crate::Error;

/// First bytes of a segment.
const MAGIC: &[u8; 16] = b"ateneu-segment1\n";
const PAGE: u8 = 1;
const END_OF_GROUP: u8 = 2;
const END: u8 = 3;
/// Largest page that SQLite knows.
const MAX_PAGE: u32 = 64 << 10;

/// Header of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// Name of the log.
    pub(crate) log: String,
    /// Number of the segment in its log.
    pub(crate) number: u64,
    pub(crate) page_size: u32,
    /// Time of the first group.
    pub(crate) first_at: Timestamp,
    /// Number of segments that follow with the rest of a group that has parts.
    pub(crate) rest: u32,
}

/// A segment that is being written.
pub(crate) struct SegmentWriter(ZlibEncoder<Vec<u8>>);

impl SegmentWriter {
    pub(crate) fn new(header: &Header) -> io::Result<Self> {
        let mut bytes = Vec::new();
        bytes.write_all(MAGIC)?;
        let mut writer = ZlibEncoder::new(bytes, Compression::fast());
        let name = u32::try_from(header.log.len()).map_err(io::Error::other)?;
        writer.write_all(&name.to_be_bytes())?;
        writer.write_all(header.log.as_bytes())?;
        writer.write_all(&header.number.to_be_bytes())?;
        writer.write_all(&header.page_size.to_be_bytes())?;
        writer.write_all(&header.first_at.micros().to_be_bytes())?;
        writer.write_all(&header.rest.to_be_bytes())?;
        Ok(Self(writer))
    }

    pub(crate) fn page(&mut self, number: u32, page: &[u8]) -> io::Result<()> {
        self.0.write_all(&[PAGE])?;
        self.0.write_all(&number.to_be_bytes())?;
        self.0.write_all(page)
    }

    /// Ends a group of commits.
    pub(crate) fn end_group(&mut self, at: Timestamp, pages: u32) -> io::Result<()> {
        self.0.write_all(&[END_OF_GROUP])?;
        self.0.write_all(&at.micros().to_be_bytes())?;
        self.0.write_all(&pages.to_be_bytes())
    }

    pub(crate) fn finish(mut self) -> io::Result<Vec<u8>> {
        self.0.write_all(&[END])?;
        self.0.finish()
    }
}

/// Part of a segment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Record {
    Page(u32, Vec<u8>),
    EndOfGroup(Timestamp, u32),
}

/// A segment that is being read.
pub(crate) struct SegmentReader<R> {
    pub(crate) header: Header,
    inner: ZlibDecoder<R>,
}

impl<R: Read> SegmentReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// Fails if these are not the bytes of a segment.
    pub(crate) fn open(mut inner: R) -> Result<Self, Error> {
        let mut magic = [0; MAGIC.len()];
        inner.read_exact(&mut magic)?;
        if &magic != MAGIC {
            return Err(Error::NotABackup("it begins otherwise than a segment of a continuous copy".into()));
        }
        let mut inner = ZlibDecoder::new(inner);
        let length = u32::from_be_bytes(array(&mut inner)?);
        let mut log = Vec::new();
        Read::by_ref(&mut inner).take(u64::from(length.min(255))).read_to_end(&mut log)?;
        let header = Header {
            log: String::from_utf8_lossy(&log).into_owned(),
            number: u64::from_be_bytes(array(&mut inner)?),
            page_size: u32::from_be_bytes(array(&mut inner)?),
            first_at: Timestamp::from_micros(i64::from_be_bytes(array(&mut inner)?)),
            rest: u32::from_be_bytes(array(&mut inner)?),
        };
        match header.page_size.is_power_of_two() && header.page_size <= MAX_PAGE {
            true => Ok(Self { header, inner }),
            false => Err(Error::NotABackup("it has no size of a page".into())),
        }
    }

    /// Returns the next part. Returns `None` at the end.
    ///
    /// # Errors
    /// Fails if the segment breaks off or has another hash.
    pub(crate) fn read_record(&mut self) -> Result<Option<Record>, Error> {
        match array::<1>(&mut self.inner)? {
            [PAGE] => {
                let number = u32::from_be_bytes(array(&mut self.inner)?);
                let mut page = vec![0; self.header.page_size as usize];
                self.inner.read_exact(&mut page)?;
                Ok(Some(Record::Page(number, page)))
            }
            [END_OF_GROUP] => {
                let at = Timestamp::from_micros(i64::from_be_bytes(array(&mut self.inner)?));
                Ok(Some(Record::EndOfGroup(at, u32::from_be_bytes(array(&mut self.inner)?))))
            }
            [END] => {
                // Reads the object to its end, where its hash is compared.
                io::copy(&mut self.inner, &mut io::sink())?;
                io::copy(self.inner.get_mut(), &mut io::sink())?;
                Ok(None)
            }
            _ => Err(Error::NotABackup("a part of it is unknown".into())),
        }
    }
}

fn array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

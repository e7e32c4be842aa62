//! The length of OGG (Opus, Vorbis) and FLAC recordings.

use ateneu_storage::{Error, StoredFile};

use super::findings::{Media, Problem, seconds};

/// Bytes at the end that contain the beginning of the last page: a page has at most 65,307.
const TAIL: u64 = 128 * 1024;
/// Length of a page's header before its table of segments.
const PAGE_HEAD: usize = 27;
/// Sample rate by which Opus counts, for any recorded one.
const OPUS_RATE: u64 = 48_000;

fn broken() -> Media {
    Media { problems: vec![Problem::Broken], ..Media::default() }
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at.checked_add(N)?)?.try_into().ok()
}

/// Properties of the sound from the first page.
struct Sound {
    codec: &'static str,
    /// Samples per second.
    rate: u64,
    /// Samples before the beginning of the sound.
    skipped: u64,
}

/// Parses the first packet, after the table of segments of the first page.
fn sound(head: &[u8]) -> Option<Sound> {
    let segments = usize::from(*head.get(26)?);
    let packet = head.get(PAGE_HEAD + segments..)?;
    if packet.starts_with(b"OpusHead") {
        let skipped = u64::from(u16::from_le_bytes(array(packet, 10)?));
        return Some(Sound { codec: "opus", rate: OPUS_RATE, skipped });
    }
    if packet.starts_with(b"\x01vorbis") {
        let rate = u64::from(u32::from_le_bytes(array(packet, 12)?));
        return (rate > 0).then_some(Sound { codec: "vorbis", rate, skipped: 0 });
    }
    None
}

/// Returns the sample count of the last page of this stream that ends a packet.
fn last_count(tail: &[u8], stream: [u8; 4]) -> Option<u64> {
    let starts = (0..tail.len().saturating_sub(PAGE_HEAD - 1)).rev();
    starts.into_iter().find_map(|at| {
        let is_page = tail[at..].starts_with(b"OggS\0") && array(tail, at + 14) == Some(stream);
        let count = u64::from_le_bytes(array(tail, at + 6)?);
        (is_page && count != u64::MAX).then_some(count)
    })
}

/// Returns the length: the count at the end divided by the rate at the beginning.
pub async fn ogg(file: &StoredFile, head: &[u8]) -> Result<Media, Error> {
    let (Some(sound), Some(stream)) = (sound(head), array::<4>(head, 14)) else { return Ok(broken()) };
    let tail = file.part(file.size.saturating_sub(TAIL)..file.size).await?;
    let count = last_count(&tail, stream).and_then(|count| count.checked_sub(sound.skipped));
    let length = count.and_then(|count| seconds(count, sound.rate));
    Ok(Media { audio: Some(sound.codec.into()), seconds: length, ..Media::default() })
}

/// Returns the length from the first block. An unfinished stream gives none.
pub fn flac(head: &[u8]) -> Media {
    let is_information = head.get(4).is_some_and(|kind| kind & 0x7f == 0);
    let Some(packed) = array(head, 18).map(u64::from_be_bytes).filter(|_| is_information) else {
        return broken();
    };
    // The fields are 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
    let (rate, samples) = (packed >> 44, packed & 0xf_ffff_ffff);
    if rate == 0 {
        return broken();
    }
    Media { audio: Some("flac".into()), seconds: seconds(samples, rate), ..Media::default() }
}

//! The length of MP3 and WAV recordings.

use ateneu_storage::{Error, StoredFile};

use super::{
    boxes::u32_at,
    findings::{HEAD, MAX_SECONDS, Media, Problem, seconds},
};

/// Kilobits per second by index, of MPEG 1 and of MPEG 2, layer III.
const RATES: [[u64; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
/// Samples per second by index, of MPEG 1.
const SAMPLES: [u64; 3] = [44_100, 48_000, 32_000];

/// Header of a frame of sound.
struct Frame {
    /// Bits per second.
    rate: u64,
    /// Samples per second.
    samples: u64,
    per_frame: u64,
    /// Number of padding bytes, 0 or 1.
    padding: usize,
    /// Offset at which the frame may hold the number of frames.
    count_at: usize,
}

fn frame(bytes: &[u8]) -> Option<Frame> {
    let header = u32_at(bytes, 0)?;
    let version = (header >> 19) & 3;
    let is_layer_three = (header >> 17) & 3 == 1;
    let rate = usize::try_from((header >> 12) & 15).ok()?;
    let samples = usize::try_from((header >> 10) & 3).ok()?;
    let is_mono = (header >> 6) & 3 == 3;
    if header >> 21 != 0x7ff || version == 1 || !is_layer_three || rate == 0 {
        return None;
    }
    let is_first = version == 3;
    let slower = match version {
        3 => 1,
        2 => 2,
        _ => 4,
    };
    Some(Frame {
        rate: RATES[usize::from(!is_first)].get(rate)? * 1_000,
        samples: SAMPLES.get(samples)? / slower,
        per_frame: if is_first { 1_152 } else { 576 },
        padding: usize::from((header >> 9) & 1 == 1),
        count_at: match (is_first, is_mono) {
            (true, false) => 36,
            (true, true) | (false, false) => 21,
            (false, true) => 13,
        },
    })
}

impl Frame {
    /// Returns the length of the frame in bytes, computed from the header of layer III.
    fn size(&self) -> usize {
        usize::try_from(self.per_frame / 8 * self.rate / self.samples).unwrap_or_default() + self.padding
    }
}

pub fn is_frame(head: &[u8]) -> bool {
    frame(head).is_some()
}

/// Maximum size of a file that is read whole. For larger ones the rate is estimated from parts.
const READ_WHOLE: u64 = 64 * 1024 * 1024;
/// Size of the parts in bytes.
const PART: u64 = 1024 * 1024;
/// Maximum number of tags before the sound.
const MAX_TAGS: usize = 16;

/// Returns the encoder's number of frames, else the counted one, because the bit rate may vary.
pub async fn mp3(file: &StoredFile) -> Result<Media, Error> {
    let broken = Media { problems: vec![Problem::Broken], ..Media::default() };
    let mut begin = 0;
    for _ in 0..MAX_TAGS {
        match tag_size(&file.part(begin..begin + 10).await?) {
            0 => break,
            size => begin += size,
        }
    }
    let bytes = file.part(begin..begin.saturating_add(HEAD)).await?;
    let Some((at, first)) = first_frame(&bytes) else { return Ok(broken) };
    let length = match written_count(&bytes, at, &first) {
        Some(frames) => seconds(frames.saturating_mul(first.per_frame), first.samples),
        None => played(file, begin + at as u64, &first).await?,
    };
    Ok(Media { audio: Some("mp3".into()), seconds: length, ..Media::default() })
}

/// Returns the first frame followed by another, or the first if the bytes end before that.
fn first_frame(bytes: &[u8]) -> Option<(usize, Frame)> {
    let starts = 0..bytes.len().saturating_sub(3);
    starts.into_iter().find_map(|at| {
        let found = frame(&bytes[at..])?;
        let is_followed = bytes.get(at + found.size()..).is_none_or(|rest| rest.len() < 4 || is_frame(rest));
        is_followed.then_some((at, found))
    })
}

/// Returns the encoder's number of frames from the first one: `Xing` or `Info`, or `VBRI`.
fn written_count(bytes: &[u8], at: usize, first: &Frame) -> Option<u64> {
    let name = |at: usize| bytes.get(at..at + 4);
    let count_at = at + first.count_at;
    let count = if matches!(name(count_at), Some(b"Xing" | b"Info")) {
        u32_at(bytes, count_at + 4).filter(|flags| flags & 1 == 1).and_then(|_| u32_at(bytes, count_at + 8))
    } else if name(at + 36) == Some(b"VBRI") {
        u32_at(bytes, at + 50)
    } else {
        None
    };
    count.filter(|count| *count > 0).map(u64::from)
}

/// Returns the seconds of the frames from this position, by counting all or, in a large file, parts of them.
async fn played(file: &StoredFile, begin: u64, first: &Frame) -> Result<Option<i64>, Error> {
    let whole = file.size.saturating_sub(begin);
    // The parts are spaced so that all of them fit within the limit.
    let step = PART * whole.div_ceil(READ_WHOLE).max(1);
    let mut counted = Counted::default();
    let mut at = begin;
    while at < file.size {
        let bytes = file.part(at..at.saturating_add(PART)).await?;
        let read = counted.add(&bytes, first);
        // The next part begins with the frame that this one cuts.
        at += if step == PART { read.max(1) as u64 } else { step };
    }
    let samples = counted.frames.saturating_mul(first.per_frame);
    Ok(match step {
        PART => seconds(samples, first.samples),
        _ => {
            let bytes = u128::from(counted.bytes.max(1)) * u128::from(first.samples);
            let all = u128::from(samples) * u128::from(whole);
            i64::try_from((all + bytes / 2) / bytes).ok().filter(|length| (1..=MAX_SECONDS).contains(length))
        }
    })
}

/// Number of frames with their bytes.
#[derive(Default)]
struct Counted {
    frames: u64,
    bytes: u64,
}

impl Counted {
    /// Counts the whole frames of a part that are like the first. Returns the number of consumed bytes.
    fn add(&mut self, bytes: &[u8], first: &Frame) -> usize {
        let mut at = 0;
        while let Some(rest) = bytes.get(at..).filter(|rest| rest.len() >= 4) {
            let Some(found) = frame(rest).filter(|found| found.samples == first.samples) else {
                at += 1;
                continue;
            };
            let end = at + found.size();
            if end > bytes.len() {
                // The frame is cut off, or the file ends.
                return if at == 0 { bytes.len() } else { at };
            }
            self.frames += 1;
            self.bytes += found.size() as u64;
            at = end;
        }
        // A header may be cut, too.
        if at == 0 { bytes.len() } else { at }
    }
}

/// Returns the length of a tag before the sound. Returns 0 if none begins here.
fn tag_size(head: &[u8]) -> u64 {
    const HAS_FOOTER: u8 = 0x10;
    match (head.get(6..10), head.get(5)) {
        (Some(size), Some(flags)) if head.starts_with(b"ID3") => {
            let content = size.iter().fold(0, |sum, byte| (sum << 7) | u64::from(byte & 0x7f));
            content + if flags & HAS_FOOTER == 0 { 10 } else { 20 }
        }
        _ => 0,
    }
}

/// Returns the length from the bytes of sound and the byte rate.
pub fn wav(head: &[u8], size: u64) -> Media {
    let little = |at: usize| {
        let bytes = head.get(at..at + 4)?;
        Some(u64::from(u32::from_le_bytes(bytes.try_into().ok()?)))
    };
    let mut at = 12;
    let mut per_second = None;
    while let (Some(kind), Some(length)) = (head.get(at..at + 4), little(at + 4)) {
        match kind {
            b"fmt " => per_second = little(at + 16),
            b"data" => {
                let sound = length.min(size.saturating_sub(at as u64 + 8));
                let length = per_second.and_then(|rate| seconds(sound, rate));
                return Media { audio: Some("pcm".into()), seconds: length, ..Media::default() };
            }
            _ => {}
        }
        let Some(next) =
            usize::try_from(length + (length & 1)).ok().and_then(|skip| at.checked_add(8 + skip))
        else {
            break;
        };
        at = next;
    }
    Media { problems: vec![Problem::Broken], ..Media::default() }
}

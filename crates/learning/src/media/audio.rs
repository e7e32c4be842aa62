//! The length of MP3 and WAV recordings.

use ateneu_storage::{Error, StoredFile};

use super::{HEAD, Media, Problem, boxes::u32_at, seconds};

/// Kilobits a second by index, of MPEG 1 and of MPEG 2, layer III.
const RATES: [[u64; 15]; 2] = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
/// Samples a second by index, of MPEG 1.
const SAMPLES: [u64; 3] = [44_100, 48_000, 32_000];

/// The header of a frame of sound.
struct Frame {
    /// Bits a second.
    rate: u64,
    /// Samples a second.
    samples: u64,
    per_frame: u64,
    /// Where the count of frames may stand, from the frame's beginning.
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
        count_at: match (is_first, is_mono) {
            (true, false) => 36,
            (true, true) | (false, false) => 21,
            (false, true) => 13,
        },
    })
}

pub fn is_frame(head: &[u8]) -> bool {
    frame(head).is_some()
}

/// The number of frames where the encoder wrote it (`Xing`, `Info`), else the size by the rate of the first frame.
pub async fn mp3(file: &StoredFile, head: &[u8]) -> Result<Media, Error> {
    let tags = tag_size(head);
    let bytes = file.part(tags..tags.saturating_add(HEAD)).await?;
    let starts = 0..bytes.len().saturating_sub(4);
    let found = starts.into_iter().find_map(|at| frame(&bytes[at..]).map(|frame| (at, frame)));
    let Some((at, frame)) = found else {
        return Ok(Media { problems: vec![Problem::Broken], ..Media::default() });
    };
    let note = at + frame.count_at;
    let is_noted = matches!(bytes.get(note..note + 4), Some(b"Xing" | b"Info"));
    let frames = u32_at(&bytes, note + 4)
        .filter(|flags| is_noted && flags & 1 == 1)
        .and_then(|_| u32_at(&bytes, note + 8));
    let length = match frames {
        Some(frames) => seconds(u64::from(frames) * frame.per_frame, frame.samples),
        None => seconds((file.size - tags.min(file.size)) * 8, frame.rate),
    };
    Ok(Media { audio: Some("mp3".into()), seconds: length, ..Media::default() })
}

/// Bytes of the tags before the sound.
fn tag_size(head: &[u8]) -> u64 {
    match head.get(6..10) {
        Some(size) if head.starts_with(b"ID3") => {
            10 + size.iter().fold(0, |sum, byte| (sum << 7) | u64::from(byte & 0x7f))
        }
        _ => 0,
    }
}

/// The bytes of sound by those of a second.
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

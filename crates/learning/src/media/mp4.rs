//! Inspects MP4: the position of the index, the length, and the codecs.

use ateneu_storage::{Error, StoredFile};

use super::{
    boxes::{boxes, first, header, inside, u16_at, u32_at, u64_at},
    findings::{Media, Problem, seconds},
};

/// Maximum number of examined top-level boxes.
const MAX_BOXES: usize = 1_000;
/// Maximum size of an index in bytes. A day of film takes less.
const MAX_INDEX_BYTES: u64 = 64 * 1024 * 1024;

/// Profiles of H.264 with more than 8 bits: High 10, High 4:2:2, High 4:4:4 (ISO/IEC 14496-10, A.2).
const DEEP_PROFILES: [u8; 4] = [110, 122, 244, 44];

pub async fn inspect(file: &StoredFile) -> Result<Media, Error> {
    let broken = Media { problems: vec![Problem::Broken], ..Media::default() };
    let Some(found) = find_index(file).await? else { return Ok(broken) };
    let index = file.part(found.at..found.at + found.size).await?;
    let Some(content) = first(&index, b"moov") else { return Ok(broken) };
    let mut media = describe(content);
    if found.is_after_data {
        media.problems.push(Problem::IndexAtEnd);
    }
    Ok(media)
}

struct Index {
    at: u64,
    size: u64,
    is_after_data: bool,
}

/// Finds the index among the boxes of the file. Returns `None` if there is no complete one.
async fn find_index(file: &StoredFile) -> Result<Option<Index>, Error> {
    let mut at = 0;
    let mut is_after_data = false;
    for _ in 0..MAX_BOXES {
        let bytes = file.part(at..at + 16).await?;
        let Some((header, size)) = header(&bytes) else { return Ok(None) };
        let size = if size == 0 { file.size - at } else { size };
        let Some(end) = at.checked_add(size).filter(|end| *end <= file.size) else { return Ok(None) };
        match &header.kind {
            b"moov" if size <= MAX_INDEX_BYTES => return Ok(Some(Index { at, size, is_after_data })),
            b"moov" => return Ok(None),
            b"mdat" => is_after_data = true,
            _ => {}
        }
        at = end;
    }
    Ok(None)
}

fn describe(moov: &[u8]) -> Media {
    let mut media = Media { seconds: length(moov), ..Media::default() };
    for track in boxes(moov).filter(|found| found.kind == *b"trak") {
        let Some(mdia) = first(track.content, b"mdia") else { continue };
        let handler = first(mdia, b"hdlr").and_then(|hdlr| hdlr.get(8..12));
        let entry = inside(mdia, &[b"minf", b"stbl", b"stsd"]).and_then(|stsd| stsd.get(8..));
        let Some(entry) = entry.and_then(|entries| boxes(entries).next()) else { continue };
        match handler {
            Some(b"vide") if media.video.is_none() => {
                media.video = Some(video_codec(entry.kind));
                let size = |at| i64::from(u16_at(entry.content, at).unwrap_or_default());
                let is_turned = first(track.content, b"tkhd").is_some_and(is_turned);
                (media.width, media.height) =
                    if is_turned { (size(26), size(24)) } else { (size(24), size(26)) };
                if is_deep(entry.content.get(78..).unwrap_or_default()) {
                    media.problems.push(Problem::DeepColour);
                }
            }
            Some(b"soun") if media.audio.is_none() => media.audio = Some(audio_codec(entry.kind)),
            _ => {}
        }
    }
    media
}

/// Returns `true` if the matrix of a track swaps the sides: the camera was held upright.
fn is_turned(tkhd: &[u8]) -> bool {
    // Skips two times, an id, a length and other fields, which are longer in the newer form.
    let matrix = if tkhd.first() == Some(&1) { 52 } else { 40 };
    let [a, b, c, d] = [0, 4, 12, 16].map(|at| u32_at(tkhd, matrix + at).unwrap_or_default());
    a == 0 && d == 0 && b != 0 && c != 0
}

/// Reads the length from the header of the movie. A fragmented movie has it in the header of its extension.
fn length(moov: &[u8]) -> Option<i64> {
    let mvhd = first(moov, b"mvhd")?;
    let is_long = mvhd.first() == Some(&1);
    let (scale, units) = match is_long {
        true => (u32_at(mvhd, 20)?, u64_at(mvhd, 24)?),
        false => (u32_at(mvhd, 12)?, u64::from(u32_at(mvhd, 16)?)),
    };
    seconds(units, scale.into()).or_else(|| {
        let mehd = inside(moov, &[b"mvex", b"mehd"])?;
        let units = if mehd.first() == Some(&1) { u64_at(mehd, 4)? } else { u32_at(mehd, 4)?.into() };
        seconds(units, scale.into())
    })
}

/// Returns `true` if the decoder's settings, after the fields of the sample entry, say more than 8 bits.
fn is_deep(settings: &[u8]) -> bool {
    boxes(settings).any(|found| match &found.kind {
        b"avcC" => found.content.get(1).is_some_and(|profile| DEEP_PROFILES.contains(profile)),
        b"hvcC" => found.content.get(17).is_some_and(|depth| depth & 7 > 0),
        b"av1C" => found.content.get(2).is_some_and(|flags| flags & 0x40 != 0),
        _ => false,
    })
}

fn video_codec(kind: [u8; 4]) -> String {
    match &kind {
        b"avc1" | b"avc3" => "h264".into(),
        b"hvc1" | b"hev1" | b"dvh1" | b"dvhe" => "hevc".into(),
        b"av01" => "av1".into(),
        b"vp09" => "vp9".into(),
        other => letters(*other),
    }
}

fn audio_codec(kind: [u8; 4]) -> String {
    match &kind {
        b"mp4a" => "aac".into(),
        b".mp3" => "mp3".into(),
        b"Opus" => "opus".into(),
        b"fLaC" => "flac".into(),
        b"sowt" | b"twos" | b"lpcm" => "lpcm".into(),
        other => letters(*other),
    }
}

fn letters(kind: [u8; 4]) -> String {
    kind.iter().map(|byte| if byte.is_ascii_graphic() { char::from(*byte) } else { '?' }).collect()
}

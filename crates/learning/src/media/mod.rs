//! Inspects a lesson's file: format, codecs, length, and problems that keep it from playing everywhere.
//!
//! Only the head of a file and its index are read, in bounded parts. Files are untrusted: every length and number in
//! them is checked.

mod audio;
mod boxes;
mod findings;
mod mp4;
mod ogg;
mod pdf;

use ateneu_functions::{Administrator, Refusal};
use ateneu_storage::StoredFile;
use schemars::JsonSchema;
use serde::Deserialize;

pub use findings::Media;
use findings::{Format, HEAD, Problem};

use crate::{Lessons, files, open::json, refused::Refused};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DescribeLessonFile {
    lesson_id: String,
}

/// Returns the refusal for a stored file that cannot be read just now.
fn unreadable_file(problem: &ateneu_storage::Error) -> Refusal {
    tracing::error!(%problem, "the file of a lesson cannot be read");
    Refusal::internal()
}

/// Inspects the file of a lesson, stores the findings, and sets the lesson's length from them.
pub async fn describe(
    lessons: Lessons,
    _: Administrator,
    request: DescribeLessonFile,
) -> Result<Media, Refusal> {
    let lesson = request.lesson_id.clone();
    let sql = "SELECT kind, file_key FROM lessons WHERE id = $1";
    let found = lessons.db.read(move |tx| tx.query_optional_as(sql, &[lesson.into()])).await?;
    let (kind, key): (String, Option<String>) = found.ok_or(Refused::LessonNotFound)?;
    let key = key.unwrap_or_default();
    let found =
        lessons.storage.find_file(files::BUCKET, &key).await.map_err(|problem| unreadable_file(&problem))?;
    let file = found.ok_or(Refused::LessonWithoutFile)?;
    let media = inspect_file(&file, &kind).await?;
    let kept = media.clone();
    lessons.db.write(move |tx| store_media(tx, &request.lesson_id, &key, &kept)).await?;
    Ok(media)
}

/// Stores the findings. Has no effect if the lesson has another file by now.
fn store_media(tx: &mut ateneu_db::Tx<'_>, lesson: &str, key: &str, media: &Media) -> Result<(), Refusal> {
    let sql = format!(
        "UPDATE lessons SET media = {}, duration_seconds = coalesce($4, duration_seconds)
         WHERE id = $1 AND file_key = $2",
        tx.dialect().json_parameter("$3")
    );
    tx.write(&sql, &[lesson.into(), key.into(), json(media)?, media.seconds.into()])?;
    Ok(())
}

/// Inspects the file of a lesson of this kind.
async fn inspect_file(file: &StoredFile, kind: &str) -> Result<Media, Refusal> {
    let head = file.part(0..HEAD).await.map_err(|problem| unreadable_file(&problem))?;
    let format = format_of(&head);
    let mut media = match format {
        Format::Mp4 => mp4::inspect(file).await.map_err(|problem| unreadable_file(&problem))?,
        Format::Mp3 => audio::mp3(file).await.map_err(|problem| unreadable_file(&problem))?,
        Format::Wav => audio::wav(&head, file.size),
        Format::Ogg => ogg::ogg(file, &head).await.map_err(|problem| unreadable_file(&problem))?,
        Format::Flac => ogg::flac(&head),
        Format::Pdf => pdf::inspect(file, &head).await.map_err(|problem| unreadable_file(&problem))?,
        _ => Media::default(),
    };
    media.format = format;
    media.size = i64::try_from(file.size).unwrap_or(i64::MAX);
    let fits = match kind {
        "video" => format == Format::Mp4,
        "audio" => !matches!(format, Format::Pdf | Format::Webm | Format::Unknown),
        "pdf" => format == Format::Pdf,
        _ => true,
    };
    if !fits {
        media.problems = vec![Problem::WrongKind];
        media.seconds = None;
    } else if !media.problems.contains(&Problem::Broken) {
        add_problems(&mut media, kind);
    }
    Ok(media)
}

/// Adds problems of codecs and length for a lesson of this kind.
fn add_problems(media: &mut Media, kind: &str) {
    let mut problems = Vec::new();
    if kind == "video" {
        match media.video.as_deref() {
            None => problems.push(Problem::NoPicture),
            Some("h264") => {}
            Some(_) => problems.push(Problem::VideoCodec),
        }
    }
    problems.append(&mut media.problems);
    if media
        .audio
        .as_deref()
        .is_some_and(|codec| !matches!(codec, "aac" | "mp3" | "opus" | "vorbis" | "pcm" | "flac"))
    {
        problems.push(Problem::AudioCodec);
    }
    if matches!(kind, "video" | "audio") && media.seconds.is_none() {
        problems.push(Problem::NoLength);
    }
    media.problems = problems;
}

fn format_of(head: &[u8]) -> Format {
    let at = |place: usize, text: &[u8]| head.get(place..place + text.len()) == Some(text);
    if at(4, b"ftyp") || at(4, b"moov") || at(4, b"mdat") || at(4, b"wide") || at(4, b"free") {
        Format::Mp4
    } else if at(0, b"%PDF-") {
        Format::Pdf
    } else if at(0, b"RIFF") && at(8, b"WAVE") {
        Format::Wav
    } else if at(0, b"OggS") {
        Format::Ogg
    } else if at(0, b"fLaC") {
        Format::Flac
    } else if at(0, &[0x1a, 0x45, 0xdf, 0xa3]) {
        Format::Webm
    } else if at(0, b"ID3") || audio::is_frame(head) {
        Format::Mp3
    } else {
        Format::Unknown
    }
}

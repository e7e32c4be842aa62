//! Findings in a file.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum length of a recording in seconds.
pub(super) const MAX_SECONDS: i64 = 86_400;

/// Bytes at the beginning of a file that are read to identify it.
pub(super) const HEAD: u64 = 64 * 1024;

/// Findings of the server in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LessonMedia")]
pub struct Media {
    /// Format found in the bytes.
    pub format: Format,
    /// Video codec: `h264`, `hevc`, `av1`, `vp9`, or its four letters.
    pub video: Option<String>,
    /// Audio codec: `aac`, `mp3`, `opus`, or its four letters.
    pub audio: Option<String>,
    /// Width in pixels.
    pub width: i64,
    pub height: i64,
    /// Length in seconds. `None` if the file does not give it.
    pub seconds: Option<i64>,
    /// Size in bytes.
    pub size: i64,
    /// Problems of the file, worst first.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MediaFormat")]
pub enum Format {
    Mp4,
    Mp3,
    Wav,
    Ogg,
    Flac,
    Webm,
    Pdf,
    #[default]
    Unknown,
}

/// Reason why a file does not play, or not everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MediaProblem")]
pub enum Problem {
    /// Cut off or damaged: it cannot be parsed.
    Broken,
    /// Another kind of file than the lesson's, in spite of its name.
    WrongKind,
    /// A video without pictures.
    NoPicture,
    /// A picture codec that phones or browsers do not play.
    VideoCodec,
    /// More than 8 bits for each colour.
    DeepColour,
    /// A sound codec that browsers do not play.
    AudioCodec,
    /// The index is at the end: playback waits for the whole file.
    IndexAtEnd,
    /// The file does not give its length.
    NoLength,
    /// A document that requires a password, or restricts use without one.
    Encrypted,
}

/// Returns the whole seconds. Returns `None` if they are implausible.
pub(super) fn seconds(units: u64, per_second: u64) -> Option<i64> {
    let seconds = units.checked_add(per_second / 2)?.checked_div(per_second)?;
    i64::try_from(seconds).ok().filter(|seconds| (1..=MAX_SECONDS).contains(seconds))
}

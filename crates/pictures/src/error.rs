//! Errors of pictures.

/// Error of reading or making a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The picture or the transformation cannot be read.
    #[error("{0}")]
    Invalid(String),
    /// The picture has too many pixels, or needs too much memory.
    #[error("the picture is too large")]
    TooLarge,
    /// Too many pictures are being made.
    #[error("too many pictures are being made")]
    Busy,
    /// A defect of the server.
    #[error("{0}")]
    Defect(String),
}

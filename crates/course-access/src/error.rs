//! Errors of the course access.

use ateneu_base::Refusal;

/// Errors of the course access.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The platform does not answer, or not in words that can be read.
    #[error("the platform does not answer: {0}")]
    PlatformDown(String),
    /// The platform refuses.
    #[error("the platform answered {status}: {message}")]
    PlatformRefused {
        /// HTTP's status.
        status: u16,
        /// The platform's own text.
        message: String,
    },
    /// An address of the platform cannot be used.
    #[error("{0}")]
    Address(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// A defect of ours.
    #[error("a defect: {0}")]
    Defect(&'static str),
}

//! Errors of the course access.

use ateneu_base::Refusal;

/// Error of the course access.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses the request.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The platform does not respond, or its response is malformed.
    #[error("the platform does not answer: {0}")]
    PlatformDown(String),
    /// The platform refuses the request.
    #[error("the platform answered {status}: {message}")]
    PlatformRefused {
        /// HTTP status.
        status: u16,
        /// Text of the platform.
        message: String,
    },
    /// A URL of the platform is invalid.
    #[error("{0}")]
    Address(String),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
    /// A defect of the server.
    #[error("a defect: {0}")]
    Defect(&'static str),
}

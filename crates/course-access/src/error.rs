//! Reason why something about the external courses was not done: a stable code for programs, a sentence for people.

use crate::error_code::ErrorCode;

/// Errors of the course access.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// This installation is not tied to the platform.
    #[error("Esta instalação não está ligada à plataforma de cursos.")]
    NotConnected,
    /// The text is not an email address.
    #[error("Informe um e-mail válido.")]
    InvalidEmail,
    /// One person asks too often.
    #[error("Muitas consultas seguidas. Tente novamente em um minuto.")]
    TooMany,
    /// The platform does not answer, or not in words that can be read.
    #[error("A plataforma de cursos não respondeu. Nada mudou; tente novamente em alguns instantes.")]
    PlatformDown(String),
    /// The platform refuses; the words are its own, for the log.
    #[error("A plataforma de cursos recusou a consulta. Nada mudou.")]
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

impl Error {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        let code = match self {
            Self::NotConnected => ErrorCode::CoursePlatformNotConnected,
            Self::InvalidEmail => ErrorCode::InvalidEmail,
            Self::TooMany => ErrorCode::TooManyAttempts,
            Self::PlatformDown(_) => ErrorCode::CoursePlatformUnavailable,
            Self::PlatformRefused { .. } => ErrorCode::CoursePlatformRefused,
            Self::Address(_) => ErrorCode::CoursePlatformAddress,
            Self::Database(_) => ErrorCode::DatabaseUnavailable,
            Self::Defect(_) => ErrorCode::Internal,
        };
        code.into_str()
    }

    /// Returns the text for logs and for the rows of events, with the details that the message for people omits. URLs of
    /// requests are left out, because some of them carry secrets.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::PlatformDown(why) => format!("the platform does not answer: {why}"),
            Self::PlatformRefused { status, message } => format!("the platform answered {status}: {message}"),
            other => other.to_string(),
        }
    }
}

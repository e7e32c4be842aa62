//! Why something about the external courses was not done: a stable code for programs, a sentence for people.

/// What can go wrong.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// This installation is not tied to the platform.
    #[error("Esta instalação não está ligada à plataforma de cursos.")]
    NotConnected,
    /// Not an address.
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
        /// Its own words.
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
        match self {
            Self::NotConnected => "course_platform_not_connected",
            Self::InvalidEmail => "invalid_email",
            Self::TooMany => "too_many_attempts",
            Self::PlatformDown(_) => "course_platform_unavailable",
            Self::PlatformRefused { .. } => "course_platform_refused",
            Self::Address(_) => "course_platform_address",
            Self::Database(_) => "database_unavailable",
            Self::Defect(_) => "internal",
        }
    }

    /// For logs and for the rows of events: says what the sentence for people leaves out. No address of a request is in
    /// it, for some carry secrets.
    pub(crate) fn description(&self) -> String {
        match self {
            Self::PlatformDown(why) => format!("the platform does not answer: {why}"),
            Self::PlatformRefused { status, message } => format!("the platform answered {status}: {message}"),
            other => other.to_string(),
        }
    }
}

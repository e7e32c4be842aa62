//! Reason why something was not done with an account: a stable code for programs, a sentence for people.

use ateneu_base::Refusal;

/// Errors of the people service.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The accounts service failed.
    #[error(transparent)]
    Accounts(#[from] ateneu_auth::Error),
    /// The files failed.
    #[error(transparent)]
    Files(#[from] ateneu_storage::Error),
    /// A file could not be written.
    #[error(transparent)]
    Writing(#[from] std::io::Error),
    /// An archive could not be written.
    #[error(transparent)]
    Archive(#[from] zip::result::ZipError),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] ateneu_db::Error),
}

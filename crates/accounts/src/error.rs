//! Errors of actions on accounts: a stable code for programs, a sentence for people.

use ateneu_base::Refusal;

/// Error of an action on an account.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses the action.
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

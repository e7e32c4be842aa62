use std::io;

/// Reason why a backup could not be made or restored.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The database refused or could not be reached.
    #[error("the database: {0}")]
    Database(#[from] ateneu_db::Error),
    /// The store of the files refused or could not be reached.
    #[error("the files: {0}")]
    Files(#[from] ateneu_storage::Error),
    /// The backup file could not be written or read.
    #[error("the backup file: {0}")]
    Io(#[from] io::Error),
    /// There is a file of this name already.
    #[error("{0} exists already; choose another name or remove it")]
    Exists(String),
    /// The file is not a backup, or its end is missing.
    #[error("this is no complete backup of Ateneu: {0}")]
    NotABackup(String),
    /// A part differs from what the manifest says.
    #[error("the backup is damaged at `{0}`; use another one")]
    Damaged(String),
    /// A newer program wrote it.
    #[error(
        "this backup was made by version {0}, which is newer than this program; restore it with that version"
    )]
    Newer(String),
    /// The backup is encrypted and no passphrase was given.
    #[error("this backup is encrypted: give its passphrase with --passphrase-file")]
    NeedsPassphrase,
    /// The passphrase is not that of the backup, or its first bytes were altered.
    #[error("the passphrase does not open this backup")]
    WrongPassphrase,
    /// The target holds data already.
    #[error("the target holds data already; restore into an empty folder or database")]
    NotEmpty,
    /// Work on another thread was stopped.
    #[error("the work was stopped: {0}")]
    Stopped(#[from] tokio::task::JoinError),
}

impl From<zip::result::ZipError> for Error {
    fn from(error: zip::result::ZipError) -> Self {
        match error {
            zip::result::ZipError::Io(error) => Error::Io(error),
            other => Error::NotABackup(other.to_string()),
        }
    }
}

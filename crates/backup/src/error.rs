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
    /// The place of the copies refused or could not be reached.
    #[error("the target of the copies: {0}")]
    Target(String),
    /// The target has no copy of this name.
    #[error("there is no copy {0} in the target")]
    NoSuchCopy(String),
    /// The disk is full.
    #[error("the disk is full: free space, or choose another place for the backup ({0})")]
    Full(io::Error),
    /// The backup file could not be written or read.
    #[error("the backup file: {0}")]
    Io(io::Error),
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
    /// The place has no continuous copy.
    #[error("the target holds no continuous copy; `backups.continuous` makes one")]
    NoContinuousCopy,
    /// The time is before the first one that can be restored.
    #[error("nothing before {0} can be restored from the continuous copy")]
    TooEarly(String),
    /// A part of the continuous copy is missing or damaged.
    #[error(
        "a part of the continuous copy is missing or damaged ({part}); give --at {last} or an earlier time"
    )]
    BrokenLog {
        /// Name of the part.
        part: String,
        /// Last time that can be restored.
        last: String,
    },
    /// A continuous copy was to be restored into PostgreSQL.
    #[error(
        "a continuous copy holds a SQLite database: restore it into a folder, back that up, and restore the backup"
    )]
    NeedsSqlite,
    /// The list of erased accounts has a line that is none.
    #[error("line {0} of the list of erased accounts cannot be read; nothing was restored")]
    ErasedList(usize),
    /// The restored rows of a proof are not a sound database.
    #[error("the restored rows are not a sound database: {0}")]
    Unsound(String),
    /// Work on another thread was stopped.
    #[error("the work was stopped: {0}")]
    Stopped(#[from] tokio::task::JoinError),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        // A reader of a copy in the target passes its own error on.
        match error.downcast::<Error>() {
            Ok(own) => own,
            Err(error) => match error.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::Full(error),
                _ => Error::Io(error),
            },
        }
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        // The first line says what failed; those below repeat the request.
        let text = error.to_string();
        Error::Target(text.lines().next().unwrap_or_default().to_owned())
    }
}

impl From<zip::result::ZipError> for Error {
    fn from(error: zip::result::ZipError) -> Self {
        match error {
            zip::result::ZipError::Io(error) => error.into(),
            other => Error::NotABackup(other.to_string()),
        }
    }
}

use std::io;

/// Reason why an import could not be made or did not end. What was imported before stays, and the next one goes on there.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The source database refused or could not be reached.
    #[error("the source database: {0}")]
    Source(ateneu_db::Error),
    /// The source database is not that of a hosted project.
    #[error("this is no database of a hosted project: the table {0} is missing; check --db-url")]
    Foreign(&'static str),
    /// The database of this installation refused or could not be reached.
    #[error("the database of this installation: {0}")]
    Database(#[from] ateneu_db::Error),
    /// The source's files could not be read.
    #[error("the files of the source: {0}")]
    SourceFiles(String),
    /// The source's storage refuses the service key.
    #[error(
        "the storage of the source refuses the key: --service-key-file needs the project's service key (service_role)"
    )]
    WrongKey,
    /// The store of this installation refused or could not be reached.
    #[error("the files of this installation: {0}")]
    Files(#[from] ateneu_storage::Error),
    /// The disk is too small for the files.
    #[error("the disk is too small: the files need {needed} more bytes, and {free} are free")]
    NoRoom {
        /// Bytes that are still to be stored.
        needed: u64,
        /// Free bytes.
        free: u64,
    },
    /// The report could not be written.
    #[error("the report: {0}")]
    Report(#[from] io::Error),
    /// A secret could not be encrypted.
    #[error("a second factor could not be encrypted: {0}")]
    Secret(#[from] ateneu_tokens::Error),
    /// The trial run ended too early.
    #[error("the trial run was stopped")]
    Stopped,
}

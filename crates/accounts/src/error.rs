//! Why something was not done with an account: a stable code for programs, a sentence for people.

/// What a refusal is about; the caller words it in its own protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was sent cannot be used.
    Invalid,
    /// The caller may not, or not yet.
    Forbidden,
    /// There is no such thing, or it is somebody else's.
    NotFound,
    /// It would break a rule of the house as things stand.
    Conflict,
    /// Too often; later it will be possible again.
    TooMany,
}

/// A refusal; it stands where it is used.
#[derive(Debug)]
pub struct Refusal {
    /// What it is about.
    pub kind: Kind,
    /// Stable, for programs.
    pub code: &'static str,
    /// One sentence in the owner's language, for people.
    pub message: &'static str,
}

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A rule refuses it.
    #[error("{}", .0.message)]
    Refused(&'static Refusal),
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

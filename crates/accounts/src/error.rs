//! Why something was not done with an account: a stable code for programs, a sentence for people.

/// What a refusal is about; callers map it to their protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The input is invalid.
    Invalid,
    /// The caller may not do this, or not yet.
    Forbidden,
    /// It does not exist, or belongs to somebody else.
    NotFound,
    /// It conflicts with the present state.
    Conflict,
    /// Too many requests; possible again later.
    TooMany,
}

/// A refusal, as a constant beside its use.
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

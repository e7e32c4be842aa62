//! Errors of the database, the same for both databases.

/// Kind of constraint that a write violated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationKind {
    /// A unique or primary key (`23505`).
    Unique,
    /// A foreign key (`23503`).
    ForeignKey,
    /// A required column (`23502`).
    NotNull,
    /// A check (`23514`).
    Check,
}

/// A violated constraint. SQLite reports columns, PostgreSQL names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Kind of the constraint.
    pub kind: ViolationKind,
    /// The table, if known.
    pub table: Option<String>,
    /// The columns, if known.
    pub columns: Vec<String>,
    /// The constraint's name, if known.
    pub constraint: Option<String>,
}

/// A database error.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// A constraint refused the write.
    #[error("constraint violated: {0:?}")]
    Violation(Violation),
    /// The database cannot be reached or used just now. A retry may help.
    #[error("database unavailable: {0}")]
    Unavailable(String),
    /// The disk is full or not writable.
    #[error("no room to write: {0}")]
    Full(String),
    /// Two transactions conflicted. A retry will help.
    #[error("conflict: {0}")]
    Conflict(String),
    /// The statement ran longer than allowed and was stopped (`57014`).
    #[error("stopped: {0}")]
    Timeout(String),
    /// A result, or one value, would hold more than this number of bytes.
    #[error("more than {0} bytes")]
    TooLarge(usize),
    /// The statement is larger than the database accepts.
    #[error("too complex: {0}")]
    TooComplex(String),
    /// The database was migrated by a newer binary.
    #[error("the database is newer than this binary: it holds migration {0}")]
    Newer(String),
    /// A value that the database does not accept: a malformed pattern, a number out of range (SQLSTATE classes 22, 54).
    #[error("value refused: {0}")]
    Value(String),
    /// A defect in the program's SQL.
    #[error("database error: {0}")]
    Other(String),
}

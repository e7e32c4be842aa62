//! PostgreSQL's errors as errors of this crate.

use tokio_postgres::error::{DbError, SqlState};

use crate::{Error, Violation, ViolationKind};

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error() {
            Some(refusal) => translate(refusal),
            // Without a response from the server the connection failed, or a value could not be sent.
            None if error.is_closed() || is_broken(&error) => Error::Unavailable(error.to_string()),
            None => Error::Other(described(&error)),
        }
    }
}

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Backend(error) => match error.into() {
                Error::Other(said) => Error::Unavailable(said),
                known => known,
            },
            error => Error::Unavailable(error.to_string()),
        }
    }
}

fn is_broken(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<std::io::Error>())
}

fn described(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

fn translate(refusal: &DbError) -> Error {
    let code = refusal.code();
    let said = || format!("{} ({})", refusal.message(), code.code());
    let kind = match *code {
        SqlState::UNIQUE_VIOLATION => ViolationKind::Unique,
        SqlState::FOREIGN_KEY_VIOLATION => ViolationKind::ForeignKey,
        SqlState::NOT_NULL_VIOLATION => ViolationKind::NotNull,
        SqlState::CHECK_VIOLATION => ViolationKind::Check,
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => {
            return Error::Conflict(said());
        }
        SqlState::QUERY_CANCELED => return Error::Timeout(said()),
        SqlState::DISK_FULL => return Error::Full(said()),
        SqlState::LOCK_NOT_AVAILABLE
        | SqlState::READ_ONLY_SQL_TRANSACTION
        | SqlState::TOO_MANY_CONNECTIONS
        | SqlState::INVALID_CATALOG_NAME
        | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT => return Error::Unavailable(said()),
        // 08 connection, 28 authorization, 57P0x shutdown and start, 58 system.
        _ if ["08", "28", "57P", "58"].iter().any(|class| code.code().starts_with(class)) => {
            return Error::Unavailable(said());
        }
        // 22 data exception, 54 program limit exceeded.
        _ if ["22", "54"].iter().any(|class| code.code().starts_with(class)) => {
            return Error::Value(said());
        }
        _ => return Error::Other(said()),
    };
    Error::Violation(Violation {
        kind,
        table: refusal.table().map(str::to_owned),
        columns: columns(refusal),
        constraint: refusal.constraint().map(str::to_owned),
    })
}

/// Returns the column of a required value, or those of `Key (a, b)=(1, 2) already exists.`
fn columns(refusal: &DbError) -> Vec<String> {
    if let Some(column) = refusal.column() {
        return vec![column.to_owned()];
    }
    refusal
        .detail()
        .and_then(|detail| detail.strip_prefix("Key (")?.split_once(")=("))
        .map(|(names, _)| names.split(", ").map(str::to_owned).collect())
        .unwrap_or_default()
}

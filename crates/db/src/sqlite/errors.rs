//! SQLite's errors as errors of this crate.

use rusqlite::{ErrorCode, ffi};

use crate::{Error, Violation, ViolationKind};

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        match &error {
            rusqlite::Error::SqliteFailure(code, message) => {
                translate(*code, message.as_deref().unwrap_or_default())
            }
            _ => Error::Other(error.to_string()),
        }
    }
}

fn translate(code: ffi::Error, message: &str) -> Error {
    let said = || format!("{message} ({})", code.extended_code);
    match code.code {
        ErrorCode::ConstraintViolation => violation(code.extended_code, message),
        ErrorCode::DiskFull => Error::Full(said()),
        ErrorCode::SystemIoFailure if code.extended_code == ffi::SQLITE_IOERR_WRITE => Error::Full(said()),
        ErrorCode::SystemIoFailure
        | ErrorCode::DatabaseBusy
        | ErrorCode::DatabaseLocked
        | ErrorCode::ReadOnly
        | ErrorCode::CannotOpen
        | ErrorCode::PermissionDenied => Error::Unavailable(said()),
        ErrorCode::OperationInterrupted => Error::Timeout(said()),
        // `Tx::query`, which knows the limit, sets it.
        ErrorCode::TooBig => Error::TooLarge(0),
        // The result of `sum()` overflows.
        ErrorCode::Unknown if message == "integer overflow" => Error::Value(said()),
        // SQLite has no code for these: expression depth, joined tables, parameters, columns.
        ErrorCode::Unknown
            if ["Expression tree is too large", "too many", "parser stack overflow", "at most"]
                .iter()
                .any(|words| message.starts_with(words)) =>
        {
            Error::TooComplex(said())
        }
        _ => Error::Other(said()),
    }
}

/// Parses the message of a violation: `UNIQUE constraint failed: t.a, t.b`, `UNIQUE constraint failed: index 'name'`,
/// `NOT NULL constraint failed: t.a`, `CHECK constraint failed: name` or `FOREIGN KEY constraint failed`.
fn violation(extended_code: i32, message: &str) -> Error {
    let kind = match extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            ViolationKind::Unique
        }
        // SQLite enforces `ON DELETE RESTRICT` by an internal trigger. The schema's own triggers never fail.
        ffi::SQLITE_CONSTRAINT_FOREIGNKEY | ffi::SQLITE_CONSTRAINT_TRIGGER => ViolationKind::ForeignKey,
        ffi::SQLITE_CONSTRAINT_NOTNULL => ViolationKind::NotNull,
        ffi::SQLITE_CONSTRAINT_CHECK => ViolationKind::Check,
        _ => return Error::Other(message.to_owned()),
    };
    let about = message.split_once(": ").map_or("", |(_, about)| about);
    let mut violation = Violation { kind, table: None, columns: Vec::new(), constraint: None };
    if kind == ViolationKind::Check {
        violation.constraint = Some(about.to_owned());
    } else if let Some(index) = about.strip_prefix("index '") {
        violation.constraint = Some(index.trim_end_matches('\'').to_owned());
    } else {
        for place in about.split(", ") {
            if let Some((table, column)) = place.split_once('.') {
                violation.table = Some(table.to_owned());
                violation.columns.push(column.to_owned());
            }
        }
    }
    Error::Violation(violation)
}

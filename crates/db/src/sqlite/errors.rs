//! SQLite's errors in the words both databases share.

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
        // The transaction knows the limit and puts it in: `Tx::query`.
        ErrorCode::TooBig => Error::TooLarge(0),
        // `sum()` of whole numbers.
        ErrorCode::Unknown if message == "integer overflow" => Error::Value(said()),
        // SQLite has no code of its own for these: expression depth, joined tables, parameters, columns.
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

/// SQLite writes `UNIQUE constraint failed: t.a, t.b`, `UNIQUE constraint failed: index 'name'`,
/// `NOT NULL constraint failed: t.a`, `CHECK constraint failed: name` and `FOREIGN KEY constraint failed`.
fn violation(extended_code: i32, message: &str) -> Error {
    let kind = match extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_ROWID => {
            ViolationKind::Unique
        }
        // `ON DELETE RESTRICT` is enforced by a trigger of SQLite's own; the schema has none of ours.
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

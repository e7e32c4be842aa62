//! Stage four: the only stage that touches the database. A read is one statement; a write is one transaction in
//! which every row is checked in memory before it is written.

pub mod audit;
pub mod checks;
pub mod delete;
pub mod insert;
pub mod rate_limit;
pub mod read;
pub mod row;
pub mod slow_reads;
mod triggers;
pub mod update;
pub mod violation;
pub mod write;
pub mod write_context;

use crate::error::Error;

/// Reason why a transaction ends without effect.
#[derive(Debug)]
pub enum Stop<T> {
    Refused(Error),
    /// The work succeeded, and the caller requested a rollback (`tx=rollback`).
    RolledBack(T),
}

impl<T> From<Error> for Stop<T> {
    fn from(error: Error) -> Self {
        Stop::Refused(error)
    }
}

impl<T> From<ateneu_db::Error> for Stop<T> {
    fn from(error: ateneu_db::Error) -> Self {
        Stop::Refused(error.into())
    }
}

/// Returns the result of a transaction, committed or rolled back on request.
pub fn outcome<T>(ended: Result<T, Stop<T>>) -> Result<T, Error> {
    match ended {
        Ok(result) | Err(Stop::RolledBack(result)) => Ok(result),
        Err(Stop::Refused(error)) => Err(error),
    }
}

//! Stage four: the only stage that touches the database. A read is one statement; a write is one transaction in
//! which every touched row is judged in memory before it is written.

pub mod cascade;
pub mod checks;
pub mod delete;
pub mod heavy;
pub mod insert;
pub mod kept;
pub mod pace;
pub mod read;
pub mod represent;
pub mod row;
pub mod trail;
pub mod update;
pub mod violation;
pub mod work;
pub mod write;

use crate::error::Error;

/// Why a transaction ends without effect.
#[derive(Debug)]
pub enum Stop<T> {
    /// It was refused.
    Refused(Error),
    /// It went well, and the caller asked that nothing stays (`tx=rollback`).
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

/// What a transaction gave, whether or not it stays.
pub fn outcome<T>(ended: Result<T, Stop<T>>) -> Result<T, Error> {
    match ended {
        Ok(result) | Err(Stop::RolledBack(result)) => Ok(result),
        Err(Stop::Refused(error)) => Err(error),
    }
}

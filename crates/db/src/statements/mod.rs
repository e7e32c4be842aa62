//! Running one statement on a connection to either database.

pub(crate) mod postgres;
mod postgres_values;
pub(crate) mod sqlite;

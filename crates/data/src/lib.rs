//! The data service `/rest/v1`.
pub mod error;
pub mod grammar;

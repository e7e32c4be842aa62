//! Moves a project of a hosted backend (Supabase) into an installation: accounts with their passwords and second factors, rows
//! of the product's tables, and files (decision 0188).
//!
//! The project is read in one snapshot and never written. A trial runs the whole import in a transaction that is rolled back.
//! An import commits page by page; repeated, it goes on where it was interrupted and changes nothing that is done.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: errors
//! - `tables`: the declared table
//! - `report`: counts and reasons
//! - `source`: the project's database
//! - `writer`: transactions, applied or tried
//! - `merge`: rows of the project beside those that are here
//! - `feed`: rows of one table on their way
//! - `accounts`: people, the ways they sign in, second factors
//! - `product`: tables of the product
//! - `bytes`: the bytes of the project's files
//! - `files`: buckets and files
//! - `run`: the whole import

mod accounts;
mod bytes;
mod error;
mod feed;
mod files;
mod merge;
mod product;
mod report;
mod run;
mod source;
mod tables;
mod writer;

pub use bytes::FilesFrom;
pub use error::Error;
pub use report::{LeftOut, Reason, Report, TableReport};
pub use run::{Destination, Options, PAGE, import};
pub use tables::tables;

/// Portuguese labels of this crate's actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[(run::ACTION, "Projeto importado")];

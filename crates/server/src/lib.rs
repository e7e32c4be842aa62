//! The server: the list of subjects, configuration, command line. The binary is `main.rs`.
//!
//! - `subjects`: the list of subjects
//! - `config`: reads the configuration
//! - `retention`: periods of the privacy policy, and the jobs that hold them
//! - `check`: `ateneu check`
//! - `backups`: `ateneu backup`, `ateneu restore` and `ateneu resume`
//! - `imports`: `ateneu import`
//! - `cli`: the command line

mod backups;
mod check;
pub mod cli;
pub mod config;
mod imports;
mod retention;
pub mod subjects;

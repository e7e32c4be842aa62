//! The server: the list of subjects, configuration, command line, listener. The binary is `main.rs`.
//!
//! - `subjects`: the list of subjects
//! - `config`: reads the configuration
//! - `check`: `ateneu check`
//! - `listener`: accepts connections
//! - `cli`: the command line

mod check;
pub mod cli;
pub mod config;
pub mod listener;
pub mod subjects;

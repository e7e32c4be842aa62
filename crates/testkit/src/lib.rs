//! Test support of every crate: fresh databases, the modules under test behind one router and one clock, and mocks of
//! external services.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `databases`: a fresh database for every test
//! - `client`: requests to a router
//! - `emails`: queued emails
//! - `fuzz`: mutated inputs
//! - `mocks`: mocks of external services
//! - `debian`: servers of Debian
//! - `smtp_sink`: a mail server of Debian
//! - `exim`: a whole mail server of Debian
//! - `dovecot`: a mailbox on a server of Debian
//! - `app`: the modules under test behind one router
//! - `fixture`: macros for the fixtures of all crates
//! - `panel`: calls of server functions as each kind of caller

pub mod app;
pub mod client;
pub mod databases;
mod debian;
pub mod dovecot;
pub mod emails;
pub mod exim;
mod fixture;
pub mod fuzz;
pub mod mocks;
pub mod panel;
pub mod smtp_sink;

pub use app::TestApp;
pub use ateneu_testkit_macros::{db_test, sqlite_test};
pub use client::{TestClient, TestRequest, TestResponse};
pub use panel::Panel;

//! Test support of every crate: a fresh database each, the modules under test behind one router and one clock, and
//! mocks of the services outside.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `databases`: a fresh database for every test
//! - `client`: requests to a router
//! - `emails`: emails that wait in the queue
//! - `fuzz`: inputs that nobody thought of
//! - `mocks`: services outside
//! - `app`: the modules under test behind one router
//! - `fixture`: macros for the fixtures of all crates
//! - `panel`: calls of server functions, as administrator and as others

pub mod app;
pub mod client;
pub mod databases;
pub mod emails;
mod fixture;
pub mod fuzz;
pub mod mocks;
pub mod panel;

pub use app::TestApp;
pub use ateneu_testkit_macros::{db_test, sqlite_test};
pub use client::{TestClient, TestRequest, TestResponse};
pub use panel::Panel;

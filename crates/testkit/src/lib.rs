//! Test support of every crate: a fresh database each, the modules under test behind one router and one clock, and
//! mocks of the services outside.

pub mod app;
pub mod client;
pub mod databases;
pub mod emails;
pub mod fuzz;
mod harness;
pub mod mocks;
pub mod panel;

pub use app::TestApp;
pub use ateneu_testkit_macros::{db_test, sqlite_test};
pub use client::{TestClient, TestRequest, TestResponse};
pub use panel::Panel;

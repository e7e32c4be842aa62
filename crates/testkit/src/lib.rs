//! What tests of every room need: fresh databases, a mail relay, and outside services that answer as they are told.

pub mod databases;
pub mod http;
pub mod smtp;

pub use ateneu_testkit_macros::db_test;

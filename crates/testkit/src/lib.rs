//! What tests of every room need: fresh databases.

pub mod databases;
pub mod smtp;

//! The functions over real databases, asked as each kind of caller.

#![expect(clippy::unwrap_used, reason = "a test that cannot ask must stop")]

mod course_access;
mod directory;
mod harness;
mod members;
mod panel;
mod people;
mod settings;

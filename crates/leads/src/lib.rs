//! Leads: contact messages and entries of waiting lists.

mod tables;

pub use tables::tables;

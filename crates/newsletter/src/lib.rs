//! The newsletter: who asked for it and whether the address was confirmed.

mod tables;

pub use tables::tables;

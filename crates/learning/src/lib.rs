//! The learning environment: courses, modules, lessons, progress and favorites.

mod tables;

pub use tables::tables;

//! The community: channels, posts, comments, likes and views.

mod tables;

pub use tables::tables;

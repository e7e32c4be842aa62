//! The bytes: where they lie (a folder, or a bucket of an S3-compatible service), how they arrive before a row names
//! them, how they leave, and that work on them is not broken off half-way. Nothing here knows whose they are. No
//! endpoint.

pub mod backend;
pub(crate) mod blocks;
pub(crate) mod detached;
pub(crate) mod draft;
pub(crate) mod made;
pub(crate) mod version;

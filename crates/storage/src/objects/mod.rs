//! Files and buckets. A file has a key, a detected type, and a row. A bucket has the rules of its declaration. The
//! audit log is here too. Rows and rules, without endpoints.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod bucket;
pub(crate) mod cache_control;
pub(crate) mod imported;
pub(crate) mod key;
pub(crate) mod metadata;
pub(crate) mod mime;
pub(crate) mod object;

//! Files and buckets. A file has a key that names it, the type its bytes show, and a row. A bucket has the rules of its
//! declaration, which decide who may do what with a file. The audit log is here too. Rows and plain rules; no endpoint.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod bucket;
pub(crate) mod key;
pub(crate) mod metadata;
pub(crate) mod mime;
pub(crate) mod object;

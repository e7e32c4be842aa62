//! What a file is: the key that names it, the type its bytes show, its row; what a bucket is, with the rules of its
//! declaration; who may do what with a file by those rules, and the audit log. Rows and plain rules; no endpoint.

pub(crate) mod access;
pub(crate) mod audit;
pub(crate) mod bucket;
pub(crate) mod key;
pub(crate) mod metadata;
pub(crate) mod mime;
pub(crate) mod number;
pub(crate) mod object;

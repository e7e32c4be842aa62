//! Removal of files with their owners: a content that no longer names them, a person's account, or after a day without
//! a reference. Called by other crates, without an endpoint.

pub(crate) mod orphans;
pub(crate) mod personal;

//! Parts of every request: the caller, by a token or a signed link, the path and the body. No endpoint.

pub(crate) mod drain_body;
pub(crate) mod extractors;
pub(crate) mod link;

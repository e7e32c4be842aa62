//! Parts of all requests: the caller, by token or signed link, the path and the body. Without endpoints.

pub(crate) mod drain_body;
pub(crate) mod extractors;
pub(crate) mod link;

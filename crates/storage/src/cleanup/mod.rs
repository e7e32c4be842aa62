//! Files that go with what they belonged to: with a content that names them no longer, with a person who leaves, or
//! with a day on which nothing has named them. Called by other crates; no endpoint.

pub(crate) mod orphans;
pub(crate) mod personal;

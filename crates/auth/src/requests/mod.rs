//! TODO

pub(crate) mod answer;
pub(crate) mod body;
pub(crate) mod client;
pub(crate) mod health;
pub(crate) mod landing;
pub(crate) mod limits;
pub(crate) mod log;
pub(crate) mod not_offered;
pub(crate) mod program;
pub(crate) mod redirect;
pub(crate) mod refusals;

//! TODO

pub(crate) mod address;
pub(crate) mod email;
pub(crate) mod factor;
pub(crate) mod identity;
pub(crate) mod managed;
pub(crate) mod phone;
pub(crate) mod profile;
pub(crate) mod users;

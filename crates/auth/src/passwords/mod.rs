//! TODO

pub(crate) mod hash_gate;
pub(crate) mod leaked;
pub(crate) mod password;
pub(crate) mod policy;

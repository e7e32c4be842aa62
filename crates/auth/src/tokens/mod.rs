//! TODO

pub(crate) mod api_keys;
pub(crate) mod claims;
pub(crate) mod jwks;
pub(crate) mod keyring;
pub(crate) mod keys;
pub(crate) mod refresh_token;
pub(crate) mod seal;
pub(crate) mod verified;

//! Tables no caller ever reaches over the data service.

pub mod buckets;
pub mod identities;
pub mod objects;
pub mod rate_limits;
pub mod refresh_tokens;
pub mod sessions;
pub mod signing_keys;
pub mod users;

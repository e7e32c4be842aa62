//! Second factors.

mod lifecycle;
mod recovery_codes;
pub mod security_keys;

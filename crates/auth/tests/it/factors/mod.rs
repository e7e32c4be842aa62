//! Second factors.

mod lifecycle;
mod recovery_codes;
mod security_keys;

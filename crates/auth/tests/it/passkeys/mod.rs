//! Passkeys.

mod attacks;
pub mod lifecycle;

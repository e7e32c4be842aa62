//! Passkeys.

mod attacks;
mod lifecycle;

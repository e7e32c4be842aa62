//! Passwords that are accepted, and how they are kept.

mod leaked;
mod policy;

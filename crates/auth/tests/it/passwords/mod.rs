//! Which passwords are accepted, and how they are kept.

mod leaked;
mod policy;

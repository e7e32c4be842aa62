//! A person's state. It is fetched from the provider (`sync.rs`) and stored as rows (`store.rs`); these and the courtesies
//! (`courtesies.rs`) are projected to the one row of `subscribers` that others read (`projection.rs`).

pub(crate) mod courtesies;
mod origins;
mod ours;
pub(crate) mod projection;
pub(crate) mod store;
pub(crate) mod sync;

//! How a person stands. The provider is asked (`sync.rs`), its word becomes rows (`store.rs`), and they and what was
//! given (`courtesies.rs`) become the one row of `subscribers` that everybody else reads (`subscriber.rs`).

pub(crate) mod courtesies;
pub(crate) mod projection;
pub(crate) mod store;
pub(crate) mod sync;

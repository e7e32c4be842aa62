//! Files: `/storage/v1` as `storage-js` speaks it, over any object store.
//!
//! What is known of a file is a row of `objects`; its bytes lie in the store under the row's `version`. Every write
//! puts new bytes under a new version first and commits the row after, so a reader never meets half a file and a
//! crash leaves at most bytes that no row names, which [`Storage::collect_orphans`] removes.
//!
//! The rooms, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy`
//! reads this list and holds it. [`Storage`] (`service.rs`), its configuration and the one error are
//! everybody's.
//!
//! - `tables`: the declared tables
//! - `store`: the bytes: where they lie, how they arrive and leave
//! - `objects`: what a file and a bucket are, who may do what with them, and the trail of it
//! - `pictures`: what is made of a picture, and how much of the machine that may take
//! - `requests`: what surrounds every request: who asks, by a token or a signed link, for which file
//! - `reads`: `GET /object`, `/object/info`, `/object/list`, `/object/sign`, `/render/image`
//! - `uploads`: `POST` and `PUT /object`, `/object/upload/sign`, `/upload/resumable`
//! - `changes`: `/object/move`, `/object/copy`, `DELETE /object`
//! - `buckets`: `/bucket`
//! - `upkeep`: files that go with what they belonged to

mod buckets;
mod changes;
mod config;
mod error;
mod objects;
mod pictures;
mod reads;
mod requests;
mod service;
mod store;
mod tables;
mod upkeep;
mod uploads;

use axum::{Router, middleware};
pub use config::{Config, Deps, Signature, Standing};
pub use error::Error;
pub use objects::kind::types;
pub use service::Storage;
pub use store::backend;
pub use tables::tables;
pub use upkeep::{
    orphans::Collected,
    personal::{LetGo, PersonalFile},
};
pub use uploads::resumable::announce as announce_resumable;

impl Storage {
    /// The endpoints, relative to `/storage/v1`; which ones a room serves stands in its `mod.rs`.
    pub fn router(&self) -> Router {
        Router::new()
            .merge(reads::router())
            .merge(uploads::router())
            .merge(changes::router())
            .merge(buckets::router())
            .fallback(async || Error::NoRoute)
            .method_not_allowed_fallback(async || Error::NoRoute)
            .layer(middleware::from_fn(requests::refusal::hear_out))
            .layer(middleware::map_response(reads::harmless))
            .with_state(self.clone())
    }
}

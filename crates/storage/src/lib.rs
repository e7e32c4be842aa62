//! Files: the protocol of `storage-js` under `/storage/v1`, over any object store.
//!
//! A file is a row of `objects`. Its bytes are in the store under the row's `version`. Every write stores the bytes
//! under a new version first and then commits the row, so that readers never see half a file and a crash leaves at most
//! bytes without a row, which [`Storage::collect_orphans`] removes.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this
//! list and checks it. [`Storage`] (`service.rs`) and the error are used by all.
//!
//! - `tables`: the declared tables
//! - `store`: the bytes: where they are stored, how they arrive and are served
//! - `objects`: files and buckets, their rules, and the audit log
//! - `uses`: uses of files by rows
//! - `variants`: pictures in other sizes and formats, stored beside their original
//! - `requests`: extractors and signed links
//! - `reads`: `GET /object`, `/object/info`, `/object/list`, `/object/sign`, `/render/image`
//! - `uploads`: `POST` and `PUT /object`, `/object/upload/sign`, `/upload/resumable`
//! - `changes`: `/object/move`, `/object/copy`, `DELETE /object`
//! - `buckets`: `/bucket`
//! - `cleanup`: removes unreferenced files

mod buckets;
mod changes;
mod cleanup;
mod error;
mod objects;
mod reads;
mod requests;
mod section;
mod service;
mod store;
mod tables;
mod uploads;
mod uses;
mod variants;

use axum::{Router, middleware};
pub use changes::{remove_folder, rename_file};
pub use cleanup::{
    orphans::Collected,
    personal::{DetachedFiles, PersonalFile},
};
pub use error::Error;
pub use objects::{
    imported::{ImportedFile, imported_file},
    mime::types,
};
pub use reads::StoredFile;
pub use section::StorageSection;
pub use service::{Config, Deps, FileFact, FindSigner, SignedBy, Storage};
pub use store::{
    backend,
    copies::{VersionWriter, hold_bytes, release_bytes},
};
pub use tables::tables;
pub use uploads::resumable::announce as announce_resumable;
pub use uses::{
    library::{FileKind, FileUse, LibraryFile, LibraryQuery, count_unused, library, unused_keys},
    scan_uses_again,
};

/// Portuguese labels of this crate's actions in the audit log.
pub const AUDIT_LABELS: &[(&str, &str)] = &[
    ("upload-file", "Arquivo enviado"),
    ("replace-file", "Arquivo substituído"),
    ("move-file", "Arquivo movido"),
    ("delete-file", "Arquivo excluído"),
    ("create-bucket", "Pasta de arquivos criada"),
    ("update-bucket", "Pasta de arquivos alterada"),
    ("empty-bucket", "Pasta de arquivos esvaziada"),
    ("delete-bucket", "Pasta de arquivos excluída"),
];

impl Storage {
    /// Returns the endpoints, relative to `/storage/v1`.
    pub fn router(&self) -> Router {
        Router::new()
            .merge(reads::router())
            .merge(uploads::router())
            .merge(changes::router())
            .merge(buckets::router())
            .fallback(async || Error::NoRoute)
            .method_not_allowed_fallback(async || Error::NoRoute)
            .layer(middleware::from_fn(requests::drain_body::drain_body))
            .layer(middleware::map_response(reads::harmless))
            .with_state(self.clone())
    }
}

//! Backups of a whole installation: rows, files and the owner's content in one file, which either kind of database restores.
//!
//! The file is a zip archive: `rows/<table>.jsonl`, `files/<version>`, `content/<name>` and, last, `manifest.json` with the
//! hashes of all of them. With a passphrase the whole archive is encrypted (`encryption`).
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: reasons why a backup could not be made or restored
//! - `encryption`: encryption with a passphrase
//! - `manifest`: the contents of a backup
//! - `values`: values of rows as JSON
//! - `archive`: the file, written and read as a stream
//! - `quarantine`: the state of a restored server until a person lets it work
//! - `make`: making a backup beside a running server
//! - `restore`: restoring a backup into an empty installation

mod archive;
mod encryption;
mod error;
mod make;
mod manifest;
mod quarantine;
mod restore;
mod values;

pub use error::Error;
pub use make::{Source, make};
pub use manifest::{FilePart, Manifest, TablePart};
pub use quarantine::{Quarantine, tables};
pub use restore::{Destination, restore};

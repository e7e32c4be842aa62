//! Backups of a whole installation: rows, files and the owner's content in one file, which either kind of database restores.
//!
//! The file is a zip archive: `rows/<table>.jsonl`, `files/<version>`, `content/<name>` and, last, `manifest.json` with the
//! hashes of all of them. With a passphrase the whole archive is encrypted (`encryption`).
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: reasons why a backup could not be made or restored
//! - `erased`: accounts that a restored backup erases again
//! - `encryption`: encryption with a passphrase
//! - `manifest`: the contents of a backup
//! - `values`: values of rows as JSON
//! - `output`: destinations of a backup's bytes
//! - `archive`: the archive, written and read as a stream
//! - `quarantine`: the state of a restored server until a person lets it work
//! - `make`: making a backup beside a running server
//! - `copies`: the place of kept copies
//! - `restore`: restoring a backup into an empty installation, and proving that it can be
//! - `objects`: objects of a continuous copy
//! - `log`: segments of a continuous copy
//! - `continuous`: the continuous copy of a SQLite installation
//! - `log_copy`: the copy of one log
//! - `restore_at`: restoring a continuous copy to a second

mod archive;
mod continuous;
mod copies;
mod encryption;
mod erased;
mod error;
mod log;
mod log_copy;
mod make;
mod manifest;
mod objects;
mod output;
mod quarantine;
mod restore;
mod restore_at;
mod values;

pub use continuous::{ContentFiles, ContinuousCopy, KnownFiles};
pub use copies::{CopyBytes, CopyStore, FoundCopy, REQUESTS, copy_name, time_of_copy};
pub use erased::{
    ERASED_LIST, ErasedAccount, erased_accounts, read_erased_list, record_erasure, write_erased_list,
};
pub use error::Error;
pub use log_copy::{LogCopy, SnapshotPlace};
pub use make::{Made, Source, make};
pub use manifest::{FilePart, Manifest, TablePart};
pub use quarantine::{Quarantine, tables};
pub use restore::{Destination, Origin, prove, restore};
pub use restore_at::{RestoredAt, restore_at};
